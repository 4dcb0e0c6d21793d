import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { run } from '../src/run.ts'
import { bundleCli } from './bundle-cli.ts'
import { startProgram } from './programs.ts'

/** Prepares a temporary folder for each test of a file, and the program to start in it. */
export function setUpProgram() {
  let folder = ''
  let bundled = ''
  beforeAll(async () => {
    bundled = join(await bundleCli(), 'dragoman.js')
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-cli-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  return {
    folder: () => folder,
    /** The name of the project that serves the folder. */
    project: () => (folder.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),

    /** Runs a command in this process. */
    async cli(
      args: readonly string[],
      env: Record<string, string> = {},
    ): Promise<{ code: number; out: string; err: string }> {
      const out: string[] = []
      const err: string[] = []
      const code = await run(args, {
        env,
        print: (text) => void out.push(text),
        complain: (text) => void err.push(text),
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    },

    /** Writes files into the folder `locales`; returns its path. */
    async locales(files: Readonly<Record<string, string>>): Promise<string> {
      const path = join(folder, 'locales')
      for (const [name, text] of Object.entries(files)) {
        await mkdir(join(path, name, '..'), { recursive: true })
        await writeFile(join(path, name), text)
      }
      return path
    },

    /** Starts the program in a separate process, as a person would. */
    program(args: readonly string[], env: Record<string, string>) {
      const started = startProgram(process.execPath, [bundled, ...args], {
        env: { PATH: process.env.PATH, HOME: folder, ...env },
      })
      const line = async () => {
        await started.printed('\n')
        return started.out().split('\n')[0] ?? ''
      }
      return { ...started, line }
    },
  }
}
