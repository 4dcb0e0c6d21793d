import { resolve } from 'node:path'
import { isFailure } from '@dragoman/contract'
import { hashOf, readFileInside } from '@dragoman/server/sync'
import { findProjectFile } from '../find-project-file.ts'
import { connect } from '../server/connect.ts'
import { noProject } from '../server/no-project.ts'
import { readRepository } from '../sync/local-files.ts'
import { writeFileInside } from '../sync/write-file-inside.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { i18nextTypes } from '../types/i18next-types.ts'
import { type SourceTexts, textsOfFiles, textsOfServer } from '../types/source-texts.ts'
import { readArgumentsOf } from './descriptions.ts'

const DEFAULT_FILE = 'i18next.d.ts'

/**
 * `dragoman types [FOLDER]`: writes the keys of the source language as a declaration file for i18next, from
 * files or, with `--from-server`, from a project. `--check` only reports if the file is up to date, and exits
 * with 1 if it is not.
 */
export async function types(args: readonly string[], terminal: Terminal): Promise<number> {
  const { print } = terminal
  const { words, options } = readArgumentsOf('types', args)
  const { root, texts } = await readTexts(words[0] ?? '.', options, terminal)
  const { sourceLanguage, namespaces } = texts
  const defaultNamespace = defaultOf(namespaces, options.get('--default-namespace'))
  const text = i18nextTypes({ sourceLanguage, namespaces, defaultNamespace })
  const out = options.get('--out')
  const { folder, path } = out === undefined ? { folder: root, path: DEFAULT_FILE } : placeOf(resolve(out))
  const there = await readFileInside(folder, path)
  if (there.kind === 'unreadable')
    throw new CommandError(`${out ?? path} cannot be written: ${there.code.replaceAll('-', ' ')}.`)
  const before = there.kind === 'bytes' ? hashOf(there.bytes) : null
  const old = there.kind === 'bytes' ? new TextDecoder().decode(there.bytes) : ''
  // Git can have written it with the line ends of Windows, which it keeps.
  if (old.replaceAll('\r\n', '\n') === text) {
    print(`${out ?? path} is up to date.`)
    return 0
  }
  if (options.has('--check')) {
    print(`${out ?? path} is not up to date. Run dragoman types.`)
    return 1
  }
  const bytes = new TextEncoder().encode(old.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text)
  if (!(await writeFileInside({ folder, path, bytes, expected: before }, out ?? path)))
    throw new CommandError(`${out ?? path} was changed by another program in the meantime.`)
  const keys = [...namespaces.values()].reduce((sum, own) => sum + own.length, 0)
  print(`Wrote ${out ?? path}: ${keys} keys of ${[...namespaces.keys()].sort().join(', ')}.`)
  if (defaultNamespace === null)
    print('Keys must include their namespace: --default-namespace NAME sets the one that can be omitted.')
  return 0
}

function placeOf(file: string): { readonly folder: string; readonly path: string } {
  const cut = file.replaceAll('\\', '/').lastIndexOf('/')
  return { folder: file.slice(0, cut) || '/', path: file.slice(cut + 1) }
}

/** Returns the texts, and the default folder of the file. */
async function readTexts(
  folder: string,
  options: ReadonlyMap<string, string>,
  terminal: Terminal,
): Promise<{ readonly root: string; readonly texts: SourceTexts }> {
  if (!options.has('--from-server')) {
    if (options.has('--server') || options.has('--project'))
      throw new UsageError(
        '--server and --project are for --from-server. Without it the files here are read.',
      )
    const repository = await readRepository(folder)
    return { root: repository.root, texts: textsOfFiles(repository) }
  }
  const found = await findProjectFile(folder)
  const project = options.get('--project') ?? found?.file.project ?? null
  if (project === null)
    throw new UsageError(
      'Which project on the server? Set it with --project shop or "project" in dragoman.json.',
    )
  const configured = found?.file.server ?? null
  const connection = await connect(terminal, { option: options.get('--server'), configured })
  const texts = await textsOfServer(connection, project).catch(async (error: unknown) => {
    throw isFailure(error, 'not-found') ? await noProject(connection, project) : error
  })
  return { root: found?.root ?? resolve(folder), texts }
}

function defaultOf(namespaces: SourceTexts['namespaces'], asked: string | undefined): string | null {
  const names = [...namespaces.keys()].sort()
  if (asked !== undefined) {
    if (namespaces.has(asked)) return asked
    throw new UsageError(`There is no namespace "${asked}". Namespaces: ${names.join(', ')}.`)
  }
  if (namespaces.has('translation')) return 'translation'
  return names.length === 1 ? (names[0] ?? null) : null
}
