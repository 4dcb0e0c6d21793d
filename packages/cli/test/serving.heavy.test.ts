import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { writeProgram } from '../../server/test/write-program.ts'
import { setUpProgram } from './set-up-program.ts'

const { folder, project, cli, locales, program } = setUpProgram()

describe('serving', () => {
  test('a repository: serves all of its projects, one line each, and the same ones at the next start', async () => {
    const path = await locales({
      'web/lang/en.json': '{ "a": "A" }',
      'web/lang/de.json': '{ "a": "B" }',
      'web/lang/pl.json': '{ "a": "C" }',
      'api/i18n/en.toml': 'a = "A"\n',
      'api/i18n/de.toml': 'a = "B"\n',
      'web/lang/words.json': '{ "a": "b" }',
    })
    for (let start = 1; start <= 2; start++) {
      const started = program([path, '--no-open', '--port', '0'], { XDG_STATE_HOME: join(folder(), 'state') })
      const { origin } = new URL((await started.line()).slice('Dragoman is at '.length))
      // Before its last line it does not handle Ctrl+C yet.
      await started.printed('Stop with Ctrl+C.')
      started.child.kill('SIGINT')
      expect((await started.ended).code).toBe(0)
      const name = project()
      expect(started.out().split('\n').slice(2, 7)).toEqual([
        `${path} has 2 projects`,
        `  ${origin}/p/${name}  3 files web/lang/{lng}.json (i18next-json), 3 languages: de, en, pl`,
        `  ${origin}/p/${name}-api-i18n  2 files api/i18n/{lng}.toml (toml), 2 languages: de, en`,
        '  1 file is not read:',
        '    web/lang/words.json: Its path contains no language.',
      ])
    }
  })

  test('the browser is opened without a terminal only on request', async () => {
    const path = await locales({ 'en/common.json': '{ "a": "A" }' })
    const opened = join(folder(), 'opened')
    await mkdir(join(folder(), 'bin'))
    writeProgram(join(folder(), 'bin/xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`)
    const env = {
      XDG_STATE_HOME: join(folder(), 'state'),
      PATH: `${join(folder(), 'bin')}:${process.env.PATH}`,
    }
    const run = async (...args: string[]) => {
      const started = program([path, '--port', '0', ...args], env)
      const address = (await started.line()).slice('Dragoman is at '.length)
      await started.printed('Stop with Ctrl+C.')
      if (args.includes('--open'))
        await vi.waitFor(async () => expect(await readFile(opened, 'utf8')).toBe(`${address}\n`), {
          timeout: WAIT_DEADLINE_MS,
        })
      started.child.kill('SIGINT')
      await started.ended
    }
    await run()
    expect(await readdir(folder())).not.toContain('opened')
    await run('--open')
  })

  test('a folder: signing in again, also in another browser, and no delivery by default', async () => {
    const path = await locales({ 'en/common.json': '{ "a": "A" }' })
    const state = join(folder(), 'state')
    const env = { XDG_STATE_HOME: state }
    const none = await cli(['open', path, '--no-open'], env)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining(`Start it with: dragoman ${path}`) })

    const started = program([path, '--no-open', '--port', '0'], env)
    const { origin } = new URL((await started.line()).slice('Dragoman is at '.length))
    const enter = async (code: string | null) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      }
      return fetch(`${origin}/api/session/code`, init)
    }
    const freshCode = async (args: readonly string[]) => {
      const { out } = await cli(['open', '--no-open', ...args], env)
      return new URL(out.match(/http:\S+/)?.[0] ?? '').searchParams.get('code')
    }
    const first = await freshCode([path])
    expect((await enter(first)).status).toBe(200)
    expect((await enter(first)).status).toBe(401)
    // Without a folder, because only one server is running.
    expect((await enter(await freshCode([]))).status).toBe(200)

    const [name = ''] = await readdir(join(state, 'dragoman'))
    const file = join(state, 'dragoman', name, 'sign-in.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const delivered = `${origin}/d/${project()}/live/locales/en/common.json`
    expect((await fetch(delivered)).status).toBe(404)
    const entered = await enter(await freshCode([path]))
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect(cookie).toContain('SameSite=Strict')
    expect(
      await (await fetch(delivered, { headers: { cookie: cookie.split(';')[0] ?? '' } })).json(),
    ).toEqual({ a: 'A' })
    started.child.kill('SIGTERM')
    await started.ended
    expect(await readdir(join(state, 'dragoman', name))).not.toContain('sign-in.json')

    const again = program([path, '--no-open', '--port', '0', '--deliver'], env)
    const address = new URL((await again.line()).slice('Dragoman is at '.length))
    expect(
      await (await fetch(`${address.origin}/d/${project()}/live/locales/en/common.json`)).json(),
    ).toEqual({ a: 'A' })
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: address.searchParams.get('code') }),
    }
    expect((await fetch(`${address.origin}/api/session/code`, init)).status).toBe(200)
    again.child.kill('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })

  test('the server of a team: creates a sample project, reports a folder or port in use, backs up and restores', async () => {
    const data = join(folder(), 'data')
    const env = { DRAGOMAN_DATA: data, DRAGOMAN_PORT: '0', DRAGOMAN_SETUP_CODE: 'a-fixed-code' }
    const first = program(['start'], env)
    expect(await first.line()).toMatch(/\/setup\?code=a-fixed-code$/)
    expect((await readdir(join(data, 'sample/locales'))).length).toBeGreaterThan(0)

    const second = program(['start'], env)
    expect(await second.ended).toMatchObject({
      code: 1,
      err: expect.stringContaining(`in use by another Dragoman: process ${first.child.pid}`),
    })

    const file = join(folder(), 'backup.db')
    const backup = await cli(['backup', file], { DRAGOMAN_DATA: data })
    expect([backup.code, backup.out]).toEqual([0, expect.stringContaining('Backed up to')])
    expect((await cli(['backup', file], { DRAGOMAN_DATA: data })).err).toContain('already exists')
    expect((await cli(['restore', file], { DRAGOMAN_DATA: data })).err).toContain(
      'in use by another Dragoman',
    )
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)

    const restored = await cli(['restore', file], { DRAGOMAN_DATA: data })
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('is kept as')])
    expect(restored.out).toContain('Everyone has to sign in again, and API tokens have to be created again')
    await writeFile(join(folder(), 'no-backup.db'), 'something else')
    expect((await cli(['restore', join(folder(), 'no-backup.db')], { DRAGOMAN_DATA: data })).code).toBe(1)

    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const refused = await cli(['start', '--port', String(port)], { DRAGOMAN_DATA: data })
    taken.close()
    expect(refused).toMatchObject({
      code: 1,
      err: `Port ${port} is taken. Set DRAGOMAN_PORT to another, or to 0 for any free one.`,
    })
  })
})
