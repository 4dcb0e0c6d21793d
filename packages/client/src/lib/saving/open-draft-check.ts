import { stringsNow } from '../server/queries.ts'
import type { StringAddress } from '../server/string-address.ts'
import { whileDue } from '../while-due.ts'
import type { Saving } from './create-saving.ts'

/** Drafts beyond this number are checked when they are opened. */
const CHECKED_AT_MOST = 50

/** After a check: an import of many texts reports them many times a second. */
const PAUSE_MS = 250

/** Texts as `textOf` names them; `all`: unknown which. */
export type ChangedStrings = ReadonlySet<string> | 'all'

/** Returns the name of a text among those of a project. */
export function textOf({ language, keyId }: Omit<StringAddress, 'project'>): string {
  return `${language} ${keyId}`
}

/**
 * Returns a function that compares the drafts of changed strings with the server: one request per language at a time.
 * What changes meanwhile is compared afterwards.
 */
export function openDraftCheck(
  saving: Pick<Saving, 'drafts' | 'rebaseOnServer'>,
  project: string,
): (changed: ChangedStrings) => void {
  let due: ChangedStrings = new Set()
  const ofProject = () => saving.drafts.list().filter((one) => one.project === project)
  const checkDue = whileDue(async () => {
    const changed = due
    due = new Set()
    const drafts =
      changed === 'all'
        ? ofProject().slice(-CHECKED_AT_MOST)
        : ofProject().filter((one) => changed.has(textOf(one)))
    for (const language of new Set(drafts.map((one) => one.language)))
      await compare(
        language,
        drafts.filter((one) => one.language === language).map(({ keyId }) => keyId),
      )
    if (drafts.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  })

  async function compare(language: string, keyIds: readonly number[]): Promise<void> {
    try {
      for (const { key, target } of await stringsNow(project, language, keyIds))
        saving.rebaseOnServer({ project, language, keyId: key.id }, target)
    } catch {
      // Unreachable, or the language was removed: opening the string shows which, and the draft is kept.
    }
  }

  return (changed) => {
    if (changed !== 'all' && changed.size === 0) return
    due = due === 'all' || changed === 'all' ? 'all' : new Set([...due, ...changed])
    void checkDue()
  }
}
