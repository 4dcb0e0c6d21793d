import { type Format, isWhole, type View } from '@dragoman/formats'
import { faultOf } from './branch-files.ts'

/** Of a file whose languages are not known yet: whether it can be parsed rarely depends on them. */
const ANY_VIEW: View = { language: 'en', side: 'target' }

/** Whether a file cannot be read in one of its languages; `views`: those that are known. */
export function isBroken(format: Format, views: readonly View[], bytes: Uint8Array): boolean {
  const tried = views.length > 0 ? views : [ANY_VIEW]
  return faultOf(bytes) !== null || !tried.every((view) => isWhole(format.read(bytes, view)))
}
