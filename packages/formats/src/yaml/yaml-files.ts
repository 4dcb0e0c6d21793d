import { fileFamily } from '../file-family.ts'

/** YAML files, with and without languages as their root keys. */
export const YAML_FILES = fileFamily(['.yml', '.yaml'], ['folder', 'file', 'dot', 'dash', 'inside'], {
  isCommon: true,
  synonyms: ['.yml', '.yaml'],
})
