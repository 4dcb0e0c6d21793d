export { ALL_FORMATS, type FormatGuess, formatById, formatFor } from './all.ts'
export { type AdaptedUnits, adaptUnits } from './convert/adapt-units.ts'
export {
  type Content,
  contentOf,
  type LanguageDocument,
  type LanguageHints,
  languagesOfFile,
  viewsOfFile,
} from './convert/content.ts'
export { type Converted, type ConvertTarget, convert } from './convert/convert.ts'
export { type BaseFile, type BaseLanguage, convertOnto } from './convert/convert-onto.ts'
export {
  FIDELITY_CODES,
  type FidelityCode,
  type FidelityExample,
  type FidelityItem,
  type FidelityReport,
  type FidelitySeverity,
} from './convert/fidelity.ts'
export { decodeBytes, encodeText } from './decode.ts'
export { findLeftOut } from './detect/find-left-out.ts'
export { decodeHead, type FolderContent } from './detect/folder-content.ts'
export { type DetectOptions, detectProjects } from './detect.ts'
export type { DetectedFile, Detection, Layout, SkippedFile, SkipReason } from './detection.ts'
export { EditError, type EditErrorCode } from './edit-error.ts'
export {
  type Capability,
  type Document,
  type Encoding,
  type Entry,
  type EntryEdit,
  type EntryState,
  type EntryUnit,
  type FileLanguages,
  type Format,
  isWhole,
  type Recognition,
  unitEntryName,
  type View,
} from './format.ts'
export { gettextPo } from './gettext/gettext-po.ts'
export { isIgnoredFolder } from './ignored-folder.ts'
export { FILE_ISSUE_CODES, type FileIssueCode } from './issue-codes.ts'
export { entryName } from './json/entry-name.ts'
export { i18nextJson } from './json/i18next-json.ts'
export { LIMITS } from './limits.ts'
export {
  DEFAULT_NAMESPACE,
  type FileMatch,
  matchFile,
  matchPattern,
  type PatternMatch,
  pathFor,
} from './path-pattern.ts'
export { patternProblem, splitPattern, withLanguages } from './pattern-parts.ts'
export { type PathPlace, placeOfPath } from './place-of-path.ts'
export { editProjectFile, type ProjectFileChoice } from './project-file/edit-project-file.ts'
export {
  PROJECT_FILE,
  type ProjectFile,
  type ProjectFileProblem,
  readProjectFile,
} from './project-file/read-project-file.ts'
export { javaProperties } from './properties/java-properties.ts'
export { formatOfNewFile, type RecognisedFormat, recogniseFile } from './recognise-file.ts'
export { type Place, placeOf } from './source/place.ts'
export { spellLanguage } from './spell-language.ts'
export { toml } from './toml/toml.ts'
export { type EntryOfUnit, entryOfUnit } from './units/entry-of-unit.ts'
export { type KeyOfEntry, keyOfEntry } from './units/key-of-entry.ts'
export { type LanguageFile, pluralBasesOf } from './units/plural-bases.ts'
export { type FileUnit, unitsOf } from './units/units-of.ts'
export { xliff1 } from './xliff/xliff-1.ts'
export { xliff2 } from './xliff/xliff-2.ts'
export { openZip, readZipPart, type ZipFault } from './zip/open-zip.ts'
