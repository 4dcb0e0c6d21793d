import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeProgram } from '../../server/test/write-program.ts'
import { run } from '../src/run.ts'
import { runProgram } from './programs.ts'

const FOLDER = resolve(import.meta.dirname, '../../../integrations')

function read(path: string): unknown {
  return parse(readFileSync(join(FOLDER, path), 'utf8'))
}

const PACKAGE = './dragoman.tgz'
const VARIABLE = `\${{ vars.DRAGOMAN_PACKAGE }}`

/** Runs a script of a job with `npx` and `git` replaced by stubs that report their arguments. */
function calls(script: string, env: Readonly<Record<string, string>>): readonly string[] {
  const { ended, called } = runJob(script, env)
  expect(ended).toMatchObject({ code: 0, err: '' })
  return called
}

function runJob(script: string, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-job-'))
  try {
    for (const name of ['npx', 'git']) {
      const recorder = `#!/bin/bash\n{ printf '%s' "${name}"; printf '\\t%s' "$@"; echo; } >> "$CALLS"\n`
      writeProgram(join(folder, name), recorder)
    }
    const log = join(folder, 'calls')
    const ended = runProgram('bash', ['--norc', '-e', '-c', script], {
      cwd: folder,
      env: { ...env, CALLS: log, PATH: `${folder}:/usr/bin:/bin` },
    })
    const called = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
    return { ended, called }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks that the arguments of a job for `dragoman`, except for the files, are known. */
async function expectKnown(call: string): Promise<void> {
  const [, , , , ...args] = call.split('\t')
  const nowhere = join(tmpdir(), 'dragoman-no-such-folder')
  const said: string[] = []
  const code = await run(
    args.map((arg, at) => (at === 1 ? nowhere : arg)),
    { env: {}, print: () => {}, complain: (text) => void said.push(text) },
  )
  // 2 would mean wrong arguments.
  expect({ code, said }).toEqual({ code: 1, said: [expect.stringContaining(nowhere)] })
}

test('the GitHub action turns its inputs into known options, and never into commands', async () => {
  const action = read('github/action.yml')
  expect(action).toMatchObject({ runs: { using: 'composite', steps: [{ shell: 'bash' }] } })
  const { inputs, runs } = action as {
    inputs: Record<string, { description: string; default?: string; required?: boolean }>
    runs: { steps: [{ env: Record<string, string>; run: string }] }
  }
  const [{ env, run: script }] = runs.steps
  expect(script).not.toContain('${{')
  const used = Object.values(env).map((value) => value.match(/^\$\{\{ inputs\.(\w+) \}\}$/)?.[1])
  expect(used.toSorted()).toEqual(Object.keys(inputs).toSorted())
  const [all = ''] = calls(script, {
    FOLDER: 'web/my locales',
    CODE: 'src',
    BASE: 'origin/$(touch hacked)',
    EDITOR_URL: 'https://l10n.example.com/p/shop',
    COMMENT: 'true',
    STRICT: 'true',
    PACKAGE: './my tools/dragoman.tgz',
  })
  expect(all.split('\t')).toEqual([
    'npx',
    '--yes',
    '--package=./my tools/dragoman.tgz',
    'dragoman',
    'check',
    'web/my locales',
    '--format',
    'github',
    '--code=src',
    '--base=origin/$(touch hacked)',
    '--editor=https://l10n.example.com/p/shop',
    '--comment',
    '--strict',
  ])
  await expectKnown(all)
  const [bare = ''] = calls(script, { FOLDER: '.', COMMENT: 'false', PACKAGE })
  expect(bare.split('\t').slice(3)).toEqual(['dragoman', 'check', '.', '--format', 'github'])
  expect(read('github/workflow.yml')).toMatchObject({
    on: 'pull_request',
    permissions: { 'pull-requests': 'write' },
    jobs: {
      check: { steps: [{ uses: 'actions/checkout@v4' }, {}, { with: { code: '.', package: VARIABLE } }] },
    },
  })
  expect(inputs.package).toEqual({ description: expect.any(String), required: true })
})

test('the GitLab job turns its inputs into known options', async () => {
  const { locales } = read('gitlab/dragoman-check.yml') as {
    locales: { script: string[]; variables: Record<string, string | number>; artifacts: object }
  }
  expect(locales.artifacts).toMatchObject({ reports: { codequality: 'locales.json' } })
  const { LOCALES, CODE } = locales.variables
  const [fetch = '', check = ''] = calls(locales.script.join('\n'), {
    LOCALES: String(LOCALES),
    CODE: String(CODE),
    DRAGOMAN_PACKAGE: PACKAGE,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  })
  expect(fetch).toBe('git\tfetch\torigin\tmain')
  await expectKnown(check)
})

test('the Forgejo job turns its inputs into known options', async () => {
  const workflow = read('forgejo/workflow.yml') as {
    jobs: { check: { steps: { run?: string; env?: Record<string, string> }[] } }
  }
  const step = workflow.jobs.check.steps.at(-1)
  expect(step?.run).not.toContain('${{')
  expect(step?.env?.PACKAGE).toBe(VARIABLE)
  const [check = ''] = calls(step?.run ?? '', { BASE: 'origin/main', PACKAGE })
  expect(check).toContain('--base\torigin/main')
  await expectKnown(check)
})

test('no job installs a package that is not named', () => {
  const { runs } = read('github/action.yml') as { runs: { steps: [{ run: string }] } }
  const { locales } = read('gitlab/dragoman-check.yml') as { locales: { script: string[] } }
  const { jobs } = read('forgejo/workflow.yml') as { jobs: { check: { steps: { run?: string }[] } } }
  for (const script of [runs.steps[0].run, locales.script.join('\n'), jobs.check.steps.at(-1)?.run ?? '']) {
    const { ended, called } = runJob(script, { FOLDER: '.', PACKAGE: '', DRAGOMAN_PACKAGE: '' })
    expect(ended?.code).not.toBe(0)
    expect(ended?.err).toContain('to the package of Dragoman')
    expect(called.filter((call) => call.startsWith('npx'))).toEqual([])
  }
})
