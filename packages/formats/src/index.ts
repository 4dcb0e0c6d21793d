export { ALL_FORMATS, formatById, formatFor } from './all.ts'
export { decodeBytes, encodeText } from './bytes/decode.ts'
export { adaptDocument } from './convert/adapt-units.ts'
export {
  type Content,
  contentOf,
  type LanguageDocument,
  languagesOfFile,
  viewsOfFile,
} from './convert/content.ts'
export { type Converted, convert } from './convert/convert.ts'
export { type BaseFile, convertOnto, viewInFile } from './convert/convert-onto.ts'
export {
  FIDELITY_SEVERITIES,
  type FidelityCode,
  type FidelityItem,
  type FidelityReport,
} from './convert/fidelity.ts'
export { respellPlaceholders } from './convert/respell-placeholders.ts'
export { detectProjects } from './detect/detect.ts'
export type { DetectedFile, Detection, Doubt, SkippedFile, SkipReason } from './detect/detection.ts'
export { findGenerated } from './detect/find-generated.ts'
export { findLeftOut } from './detect/find-left-out.ts'
export { decodeHead, type FolderContent } from './detect/folder-content.ts'
export { formatOfNewFile, recogniseFile } from './detect/recognise-file.ts'
export { EditError } from './edit/edit-error.ts'
export {
  type Document,
  type Encoding,
  type Entry,
  type EntryEdit,
  type Format,
  hasStates,
  isWhole,
  statesIn,
  unitEntryName,
  type View,
} from './format.ts'
export { gettextPo } from './gettext/gettext-po.ts'
export { FILE_ISSUE_CODES } from './issue-codes.ts'
export { i18nextJson } from './json/i18next-json.ts'
export { FILE_LIMITS } from './limits/limits.ts'
export { contentOfPath, type PathHints } from './paths/content-of-path.ts'
export {
  type FileMatch,
  matchFile,
  matchPattern,
  pathFor,
} from './paths/path-pattern.ts'
export { patternProblem, splitPattern, withLanguages } from './paths/pattern-parts.ts'
export { spellLanguage } from './paths/spell-language.ts'
export { nameNumberedForms } from './plurals/name-numbered-forms.ts'
export { editProjectFile } from './project-file/edit-project-file.ts'
export {
  PROJECT_FILE,
  type ProjectFile,
  type ProjectFileProblem,
  readProjectFile,
} from './project-file/read-project-file.ts'
export { unmatchedPattern } from './project-file/unmatched-pattern.ts'
export { javaProperties } from './properties/java-properties.ts'
export { lineColumnOf, lineColumnsOf } from './source/line-column.ts'
export { toml } from './toml/toml.ts'
export { type EntryOfUnit, entryOfUnit, hasPlaceFor } from './units/entry-of-unit.ts'
export { keyOfEntry } from './units/key-of-entry.ts'
export { type LanguageFile, pluralBasesOf } from './units/plural-bases.ts'
export { type FileUnit, unitsOf } from './units/units-of.ts'
export { wholeListOf } from './units/whole-list.ts'
export { xliff1 } from './xliff/xliff-1.ts'
export { xliff2 } from './xliff/xliff-2.ts'
export { openZip, readZipPart } from './zip/open-zip.ts'
