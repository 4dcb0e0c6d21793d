import { fileFamily } from '../file-family.ts'

/** YAML files, with and without a language as their root key. */
export const YAML_FILES = fileFamily(['.yml', '.yaml'], ['folder', 'file', 'dot', 'dash'], {
  isCommon: true,
  synonyms: ['.yml', '.yaml'],
})
