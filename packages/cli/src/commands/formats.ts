import { ALL_FORMATS } from '@dragoman/formats'
import type { Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman formats`: lists the supported formats by the ids used in options and dragoman.json. */
export async function formats(args: readonly string[], { print }: Terminal): Promise<number> {
  const { options } = readArgumentsOf('formats', args)
  const rows = ALL_FORMATS.map(({ id, extensions, languages, about }) => ({
    id,
    extensions: [...extensions],
    languages,
    about,
  }))
  if (options.has('--json')) {
    print(JSON.stringify({ version: 1, formats: rows }, null, 2))
    return 0
  }
  const endings = rows.map(({ extensions }) => extensions.join(' '))
  const [ids, widest] = [rows.map(({ id }) => id), endings].map((all) =>
    Math.max(...all.map(({ length }) => length)),
  )
  for (const [at, { id, about }] of rows.entries())
    print(`${id.padEnd(ids ?? 0)}  ${(endings[at] ?? '').padEnd(widest ?? 0)}  ${about}`)
  return 0
}
