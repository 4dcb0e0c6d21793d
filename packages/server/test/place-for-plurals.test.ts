import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'
import { DATABASES, eventually } from './test-server.ts'

const STRINGS = '"pay" = "Pay";\n"files" = "Files";\n'
const FORMS = { one: '{{count}} file', other: '{{count}} files' }

describe.each(DATABASES)('a key with plural forms in a project with two formats · %s', (database) => {
  let project: FolderProject | null = null
  afterEach(async () => {
    await project?.test.close()
    project = null
  })

  /** Returns a project with the namespaces `Localizable`, whose files have no plurals, and `app`, whose files have. */
  async function open() {
    project = await folderProject(
      { 'en.lproj/Localizable.strings': STRINGS, 'de.lproj/Localizable.strings': STRINGS },
      { database },
    )
    const { test: server, params } = project
    const folder = join(server.folder, 'web')
    await mkdir(join(folder, 'en'), { recursive: true })
    await writeFile(join(folder, 'en/app.json'), '{\n  "title": "Shop"\n}\n')
    await server.call(api.sources.create, { params, body: { folder } })
    await server.server.deps.jobs.idle()
    const create = (namespace: string) => ({
      params,
      body: { namespace, name: 'rows', plural: 'cardinal' as const, forms: FORMS },
    })
    return { ...project, server, create }
  }

  const unfit = (pointer: string) => ({
    code: 'invalid-input',
    fields: [{ pointer, code: 'plural-unfit' }],
  })

  test('is created only in namespaces whose files can store its forms', async () => {
    const { server, create } = await open()
    expect(await server.fail(api.keys.create, create('Localizable'))).toMatchObject(unfit('/plural'))
    expect((await server.call(api.keys.create, create('app'))).key.plural).toBe('cardinal')
    expect((await server.call(api.keys.create, create('new'))).key.plural).toBe('cardinal')
  })

  test('cannot be moved to another namespace, alone or with others, and one there gets no forms', async () => {
    const { server, params, create, row } = await open()
    const { key } = await server.call(api.keys.create, create('app'))
    const namespace = 'Localizable'
    const move = { params: { ...params, key: key.id }, body: { namespace } }
    expect(await server.fail(api.keys.update, move)).toMatchObject(unfit('/namespace'))
    const many = { params, body: { keys: [key.id], act: { kind: 'move' as const, namespace } } }
    expect(await server.fail(api.keys.bulk, many)).toMatchObject(unfit('/act/namespace'))
    const id = (await row('files', 'en'))?.key.id ?? 0
    const plural = { params: { ...params, key: id }, body: { plural: 'cardinal' as const } }
    expect(await server.fail(api.keys.update, plural)).toMatchObject(unfit('/plural'))
    expect((await row('rows', 'en'))?.key.namespace).toBe('app')
  })

  test('that has forms before its files are connected is reported, and their texts stay', async () => {
    const { server, params, create, locales, read } = await open()
    await server.call(api.keys.create, { ...create('Late'), body: { ...create('Late').body, name: 'files' } })
    await writeFile(join(locales, 'en.lproj/Late.strings'), STRINGS)
    await server.call(api.sources.list, { params })
    const file = await eventually(async () => {
      const { files } = await server.call(api.files.list, { params })
      return files.find(({ path, heldBack }) => path === 'en.lproj/Late.strings' && heldBack.length > 0)
    })
    expect(file.heldBack).toMatchObject([{ name: 'files', code: 'not-representable' }])
    // Such a key can be edited otherwise.
    const keyId = file.heldBack[0]?.keyId ?? 0
    const body = { namespace: 'Late', description: 'In the title' }
    expect(
      (await server.call(api.keys.update, { params: { ...params, key: keyId }, body })).key.description,
    ).toBe('In the title')
    const act = { kind: 'move' as const, namespace: 'Late' }
    expect(await server.call(api.keys.bulk, { params, body: { keys: [keyId], act } })).toEqual({
      operation: null,
    })
    expect(await read('en.lproj/Late.strings')).toBe(STRINGS)
  })
})
