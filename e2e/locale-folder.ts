import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type LocaleFolder = {
  readonly folder: string
  read(file: string): string
  /** Writes a file atomically, like editors and version control. */
  write(file: string, text: string): void
  /** Moves a folder out of sight. Returns a function that puts it back. */
  hide(inner: string): () => void
  git(...args: readonly string[]): string
  remove(): void
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Creates a separate folder under version control, with these files committed. */
export function makeLocaleFolder(files: Readonly<Record<string, string>>): LocaleFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-locales-'))
  const made = openLocaleFolder(folder)
  for (const [file, text] of Object.entries(files)) made.write(file, text)
  commitAll(made)
  return made
}

/** Opens an existing folder in the same way. */
export function openLocaleFolder(folder: string): LocaleFolder {
  const at = (file: string) => path.join(folder, file)
  return {
    folder,
    read: (file) => readFileSync(at(file), 'utf8'),
    write(file, text) {
      mkdirSync(path.dirname(at(file)), { recursive: true })
      writeFileSync(at(`${file}.new`), text)
      renameSync(at(`${file}.new`), at(file))
    },
    hide(inner) {
      const aside = mkdtempSync(path.join(os.tmpdir(), 'dragoman-aside-'))
      const hidden = path.join(aside, 'hidden')
      renameSync(at(inner), hidden)
      return () => {
        rmSync(at(inner), { recursive: true, force: true })
        renameSync(hidden, at(inner))
        rmSync(aside, { recursive: true })
      }
    },
    git: (...args) =>
      execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.quotepath=off', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function commitAll({ git }: LocaleFolder): void {
  git('init', '--quiet')
  git('add', '--all', '--force')
  git(
    '-c',
    'user.name=A developer',
    '-c',
    'user.email=developer@example.org',
    'commit',
    '--quiet',
    '--no-verify',
    '-m',
    'As it was',
  )
}
