/** The parts of the sync that other programs need: without database and network, and fast to load. */

export type { UnitRow } from '@dragoman/store'
export { errorCode, fileFaultOf } from './sources/folder/file-fault.ts'
export { inspectFolder } from './sources/folder/inspect-folder.ts'
export { placesOf } from './sources/folder/places-of.ts'
export { readFileInside } from './sources/folder/read-locale-file.ts'
export { replaceFile } from './sources/folder/replace-file.ts'
export { removeStaleTemporaries } from './sources/folder/stale-temporaries.ts'
export type { KnownConflict } from './sync/base-of-part.ts'
export { catalogSide, unitsAsFileSaysThem } from './sync/catalog-side.ts'
export { changesForNewFile, editFile, type PartToWrite } from './sync/edit-file.ts'
export { viewOf } from './sync/file-parts.ts'
export { hashOf } from './sync/hash-of.ts'
export {
  type FilePart,
  type FilePlan,
  type NamespaceSides,
  planSync,
  pluralsOf,
  type SyncPlan,
} from './sync/plan-sync.ts'
