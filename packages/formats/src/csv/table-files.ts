import { fileFamily } from '../file-family.ts'

/** Tables, in which a row with the names of languages is conclusive. */
export const TABLE_FILES = fileFamily(['.csv', '.tsv'], ['folder', 'file', 'dash', 'dot', 'inside'], {
  isCommon: true,
  provesItself: true,
  // Each of Magento's modules has its own `i18n/de_DE.csv`.
  joins: { files: 'modules', names: 'nested' },
})
