import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../src/run.ts'
import { runProgram } from './programs.ts'
import { openRepository } from './repository.ts'

const MODULES = resolve(import.meta.dirname, '../../../node_modules')
let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-types-'))
  await write({
    'locales/en/app.json': JSON.stringify({
      cart: { title: 'Cart', greet: 'Hello {{name}}', steps: ['Pay "now"', 'Wait'] },
      items_one: '{{count}} item',
      items_other: '{{count}} items',
      friend: 'A friend',
      friend_female: 'A girlfriend',
    }),
    'locales/en/legal.json': JSON.stringify({ terms: 'Terms' }),
    'locales/de/app.json': JSON.stringify({ cart: { title: 'Korb' }, onlyHere: 'x' }),
  })
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}
async function types(...args: string[]) {
  const said: string[] = []
  const add = (text: string) => void said.push(text)
  const code = await run(['types', root, ...args], { env: {}, print: add, complain: add })
  return { code, said: said.join('\n') }
}

/** Returns the compiler's errors for a small app, one per line; empty if it compiles. */
async function compiled(app: string): Promise<string[]> {
  await symlink(MODULES, join(root, 'node_modules')).catch(() => {}) // It already exists.
  await write({
    'app.ts': `import i18next from 'i18next'\nconst { t } = i18next\n${app}\n`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        skipLibCheck: true,
        types: [],
      },
      include: ['app.ts', 'i18next.d.ts'],
    }),
  })
  const ended = runProgram(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', root])
  return ended?.out.split('\n').filter((line) => line.includes('error TS')) ?? ['no compiler']
}

test('correct keys compile and wrong ones do not', async () => {
  expect(await types('--default-namespace', 'app')).toEqual({
    code: 0,
    said: 'Wrote i18next.d.ts: 9 keys of app, legal.',
  })
  const right = [
    "t('cart.title')",
    "t('cart.greet', { name: 'Ann' })",
    "t('items', { count: 2 })",
    "t('friend', { context: 'female' })",
    "t('legal:terms')",
    "t('terms', { ns: 'legal' })",
  ]
  expect(await compiled(right.join('\n'))).toEqual([])
  const wrong = ["t('cart.titel')", "t('terms')", "t('legal:nothing')", "t('onlyHere')"]
  const errors = await compiled(wrong.join('\n'))
  expect(errors.map((line) => Number(line.match(/app\.ts\((\d+)/)?.[1]))).toEqual([3, 4, 5, 6])
})

test('the file is written when keys change, and --check reports an outdated one', async () => {
  expect((await types('--check')).code).toBe(1)
  expect((await types()).said).toContain('--default-namespace NAME')
  expect(await types('--check')).toEqual({ code: 0, said: 'i18next.d.ts is up to date.' })
  await write({ 'locales/en/legal.json': '{"terms": "Terms", "privacy": "Privacy"}' })
  expect(await types('--check')).toEqual({
    code: 1,
    said: 'i18next.d.ts is not up to date. Run dragoman types.',
  })
  const out = join(root, 'types.d.ts')
  expect((await types('--out', out)).said).toContain('10 keys')
  expect(await readFile(out, 'utf8')).toContain('"Pay \\"now\\""')
})

test('a file with the line ends of Windows is up to date, and keeps them', async () => {
  const file = join(root, 'i18next.d.ts')
  await types()
  const lines = await readFile(file, 'utf8')
  await writeFile(file, lines.replaceAll('\n', '\r\n'))
  expect(await types('--check')).toEqual({ code: 0, said: 'i18next.d.ts is up to date.' })
  await types()
  expect(await readFile(file, 'utf8')).toBe(lines.replaceAll('\n', '\r\n'))
  await write({ 'locales/en/legal.json': '{"terms": "Terms", "privacy": "Privacy"}' })
  expect((await types('--check')).code).toBe(1)
  await types()
  const written = await readFile(file, 'utf8')
  expect(written).toContain('"privacy"')
  expect(written.replaceAll('\r\n', '')).not.toContain('\n')
})

test('other formats and unknown namespaces are reported', async () => {
  expect((await types('--default-namespace', 'lgal')).said).toBe(
    'There is no namespace "lgal". Namespaces: app, legal.',
  )
  await rm(join(root, 'locales'), { recursive: true })
  await write({
    'res/values/strings.xml': '<resources><string name="a">A</string></resources>',
    'res/values-de/strings.xml': '<resources/>',
  })
  expect((await types()).said).toContain('Types are for i18next, and these files are android-xml.')
})

test('types from a server are the same as from the files', async () => {
  const repository = await openRepository()
  try {
    for (const path of ['en/app.json', 'en/legal.json', 'de/app.json'])
      await repository.write({ [`locales/${path}`]: await readFile(join(root, 'locales', path)) })
    await repository.write({
      'dragoman.json': JSON.stringify({
        project: 'shop',
        sourceLanguage: 'en',
        files: [{ pattern: 'locales/{lng}/{ns}.json', format: 'i18next-json' }],
      }),
    })
    expect(await repository.dragoman('push', '--create')).toMatchObject({ code: 0, err: '' })
    expect(await repository.dragoman('types')).toMatchObject({
      out: expect.stringContaining('Wrote i18next.d.ts: 9 keys of app, legal.'),
      err: '',
    })
    const ofFiles = await repository.text('i18next.d.ts')
    await rm(join(repository.root, 'locales'), { recursive: true })
    expect(await repository.dragoman('types', '--from-server', '--check')).toMatchObject({
      code: 0,
      out: 'i18next.d.ts is up to date.',
    })
    await rm(join(repository.root, 'dragoman.json'))
    await repository.dragoman('types', '--from-server', '--project', 'shop')
    expect(await repository.text('i18next.d.ts')).toBe(ofFiles)
    await repository.save('en', 'terms', { other: 'Our terms' })
    expect((await repository.dragoman('types', '--from-server', '--project', 'shop', '--check')).code).toBe(1)
    const refused = async (...args: string[]) => (await repository.dragoman('types', ...args)).err
    expect(await refused('--from-server')).toContain('Set it with --project shop')
    expect(await refused('--project', 'shop')).toContain('are for --from-server')
    expect(await refused('--from-server', '--project', 'shp')).toContain('Did you mean shop?')
  } finally {
    await repository.close()
  }
})
