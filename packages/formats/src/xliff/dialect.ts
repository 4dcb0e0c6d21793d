/** The differences between the names of the two generations of XLIFF. A new difference is added here. */
export type Dialect = {
  readonly id: 'xliff-1' | 'xliff-2'
  /** As people write it. */
  readonly title: string
  /** First character of the attribute `version`. */
  readonly version: string
  /** The attributes that name the languages, and whether they are on the root or on each `<file>`. */
  readonly sourceLanguage: string
  readonly targetLanguage: string
  readonly languagesOn: 'root' | 'file'
  /** Attributes of `<file>` that identify it among others; the first existing one counts. */
  readonly fileNames: readonly string[]
  readonly unit: string
  /** The attribute with the name that a developer chose, if programs generate `id`. */
  readonly unitName: string
  /** Inline elements with text to translate. */
  readonly containers: ReadonlySet<string>
  /** Inline elements that represent code, shown with their content. */
  readonly codes: ReadonlySet<string>
  /** Whether ids must be NMTOKENs. */
  readonly hasTokenIds: boolean
}

/** XLIFF 1.0, 1.1 and 1.2 (OASIS, 2008). Read leniently: hardly any file in use is valid. */
export const XLIFF_1: Dialect = {
  id: 'xliff-1',
  title: 'XLIFF 1.2',
  version: '1',
  sourceLanguage: 'source-language',
  targetLanguage: 'target-language',
  languagesOn: 'file',
  fileNames: ['original'],
  unit: 'trans-unit',
  unitName: 'resname',
  containers: new Set(['g', 'mrk']),
  codes: new Set(['x', 'bx', 'ex', 'bpt', 'ept', 'ph', 'it']),
  hasTokenIds: false,
}

/** XLIFF 2.0 and 2.1 (OASIS, 2014 and 2018). */
export const XLIFF_2: Dialect = {
  id: 'xliff-2',
  title: 'XLIFF 2.0',
  version: '2',
  sourceLanguage: 'srcLang',
  targetLanguage: 'trgLang',
  languagesOn: 'root',
  fileNames: ['original', 'id'],
  unit: 'unit',
  unitName: 'name',
  containers: new Set(['pc', 'mrk']),
  codes: new Set(['cp', 'ph', 'sc', 'ec', 'sm', 'em']),
  hasTokenIds: true,
}
