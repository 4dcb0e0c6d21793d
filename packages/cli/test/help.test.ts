import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS } from '@dragoman/formats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COMMANDS, SERVING } from '../src/commands/descriptions.ts'
import { run } from '../src/run.ts'
import { runProgram } from './programs.ts'

async function said(...args: string[]) {
  const out: string[] = []
  const add = (text: string) => void out.push(text)
  const code = await run(args, { env: {}, print: add, complain: add })
  return { code, out: out.join('\n') }
}

test('help lists every command, and each describes its options with examples', async () => {
  const { out } = await said('--help')
  for (const { name, summary } of COMMANDS) {
    expect(out).toContain(`dragoman ${name}`)
    expect(out).toContain(summary)
  }
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(130)
  for (const { name, options } of COMMANDS) {
    const help = await said(name, '--help')
    expect(help.out).toContain(`Usage: dragoman ${name}`)
    for (const option of options) expect(help.out).toContain(option.name)
    expect(help.out).toContain('Examples:')
    expect((await said('help', name)).out).toBe(help.out)
  }
})

test('help lists the options of "dragoman [FOLDER]", and every setting of a server', async () => {
  const { out } = await said('--help')
  const lines = out.split('\n')
  for (const { name, text } of SERVING.options)
    expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(`  ${text}`))).toHaveLength(
      1,
    )
  const page = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8')
  const settings = new Set(
    page.match(/^\| `DRAGOMAN_.*?(?= \| )/gm)?.flatMap((row) => row.match(/DRAGOMAN_\w+/g) ?? []),
  )
  expect(settings.size).toBeGreaterThan(20)
  for (const setting of settings) expect(out).toMatch(new RegExp(`\\b${setting}\\b`))
})

test('each format is listed with its extensions and a description', async () => {
  const { code, out } = await said('formats')
  expect(code).toBe(0)
  const lines = out.split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(ALL_FORMATS.map(({ id }) => id))
  for (const [at, { extensions }] of ALL_FORMATS.entries()) {
    for (const extension of extensions) expect(lines[at]).toContain(extension)
    expect(lines[at]).toMatch(/ {2}\S.*[\w)|]$/)
    expect(lines[at]?.length).toBeLessThan(130)
  }
  const listed = JSON.parse((await said('formats', '--json')).out)
  expect(listed.formats).toHaveLength(ALL_FORMATS.length)
  for (const { about } of listed.formats) expect(about).not.toBe('')
})

test('every command checks its options, and suggests the intended one', async () => {
  for (const { name } of COMMANDS) {
    const { code, out } = await said(name, '--definitely-not-there')
    expect([name, code]).toEqual([name, 2])
    expect(out).toMatch(/^There is no option --definitely-not-there/)
  }
  expect((await said('push', '--langauge', 'de')).out).toContain('Did you mean --language?')
  expect((await said('pusj')).out).toContain('Did you mean "dragoman push"?')
})

test.each([
  [0, ['check', '--help']],
  [1, ['check', '/no-such-folder']],
  [1, ['pull', '/no-such-folder']],
  [2, ['check', '--format', 'jsn']],
  [2, ['scan', '--only', 'usd']],
  [2, ['push', '--prefer', 'mine']],
  [2, ['rename', 'one']],
  [2, ['types', '--project', 'shop']],
  [2, ['login']],
])('exits with %i: dragoman %j', async (code, args) => {
  const { code: ended, out } = await said(...args)
  expect([ended, out === '']).toEqual([code, false])
})

test('there are completions for three shells', async () => {
  expect(await said('completion')).toMatchObject({ code: 2, out: expect.stringContaining('bash|zsh|fish') })
  expect((await said('completion', 'csh')).out).toContain('There is one for bash, zsh, fish')
})

/** Returns bash's completions of a line whose last word is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out: script } = await said('completion', 'bash')
  const line = words.map((word) => `'${word}'`).join(' ')
  const program = `${script}\nCOMP_WORDS=(dragoman ${line}); COMP_CWORD=${words.length}; _dragoman; printf '%s\\n' "\${COMPREPLY[@]}"`
  const ended = runProgram('bash', ['-c', program], { cwd: import.meta.dirname })
  expect(ended).toMatchObject({ code: 0 })
  return ended?.out.split('\n').filter((word) => word !== '') ?? []
}

test('bash completes commands, options, their values, and folders', async () => {
  expect(await offered('pu')).toEqual(['push', 'pull'])
  expect(await offered('pull', '--')).toContain('--dry-run')
  expect(await offered('pull', '--')).not.toContain('--delete')
  expect(await offered('sync', '--prefer', '')).toEqual(['local', 'server'])
  expect(await offered('check', '--format', 'git')).toEqual(['github', 'gitlab'])
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await offered('--p')).toEqual(['--port'])
})

describe('other shells, if installed', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-shells-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Returns null if the shell is not installed. */
  async function inShell(shell: string, args: (file: string) => readonly string[]) {
    const file = join(folder, shell)
    await writeFile(file, (await said('completion', shell)).out)
    return runProgram(shell, args(file))
  }

  test('zsh loads its completion', async () => {
    const read = await inShell('zsh', (file) => ['-n', file])
    if (read !== null) expect(read).toMatchObject({ code: 0, err: '' })
  })

  test('fish completes with it', async () => {
    const offers = async (line: string) =>
      (await inShell('fish', (file) => ['-c', `source ${file}; complete -C '${line}'`]))?.out ?? null
    if ((await offers('dragoman pu')) === null) return
    expect(await offers('dragoman pu')).toMatch(/^pull\t.*\npush\t/)
    expect(await offers('dragoman sync --prefer ')).toMatch(/local/)
    expect(await offers('dragoman pull --dry')).toMatch(/^--dry-run\tonly say/)
  })
})

test('docs/cli.md documents every command, and the exit codes', async () => {
  const page = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  for (const { name } of COMMANDS) expect(page).toMatch(new RegExp(`\`(?:dragoman )?${name}[\`, ]`))
  for (const code of [0, 1, 2, 3]) expect(page).toContain(`| ${code} |`)
})
