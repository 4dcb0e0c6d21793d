import { fileFamily } from '../file-family.ts'

/** JSON files of all dialects that share the extension. */
export const JSON_FILES = fileFamily(['.json'], ['folder', 'file', 'dot', 'dash', 'name'], {
  joins: { files: 'namespaces', names: 'apart' },
})
