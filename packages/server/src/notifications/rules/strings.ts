import { type NotificationKind, userIdOf } from '@dragoman/core'
import {
  addsSourceTexts,
  listLanguages,
  openBatches,
  openOfKeys,
  operationById,
  projectById,
  rejectionById,
  unnotedLanguages,
} from '@dragoman/store'
import { WORKED_NOTED_AGAIN_MS } from '../interested-people.ts'
import type { Effect, NotificationRule } from '../rule.ts'

const OF_TEXTS: readonly NotificationKind[] = ['translation-rejected', 'suggestion-rejected']
/** Operations that show that a person works in a language. */
const WORK: ReadonlySet<string> = new Set(['save', 'bulk'])

/**
 * New strings, which have a source text now, and changed source texts; translated ones no longer need anyone, and a text that was sent back
 * is done when its author saves it again.
 */
export const followStrings: NotificationRule = {
  async follow(r, event, now) {
    if (event.kind !== 'content.changed' || event.projectId === null) return []
    const { projectId, actorId, payload } = event
    const project = await projectById(r, projectId)
    if (project === null) return []
    const effects: Effect[] = []
    const languages = [...new Set(payload.files.map(({ language }) => language))]
    const hasSource = languages.includes(project.sourceLanguage)
    const targets = languages.filter((language) => language !== project.sourceLanguage)
    const all = (await listLanguages(r, projectId)).map(({ tag }) => tag)
    const others = all.filter((tag) => tag !== project.sourceLanguage)
    const operation = await operationById(r, projectId, payload.operationId)
    const writer = userIdOf(actorId)
    if (operation !== null && writer !== null && WORK.has(operation.kind)) {
      const since = new Date(now.getTime() - WORKED_NOTED_AGAIN_MS).toISOString()
      const unnoted = await unnotedLanguages(r, { userId: writer, projectId, languages: targets }, since)
      if (unnoted.length > 0) effects.push({ kind: 'worked', userId: writer, projectId, languages: unnoted })
    }
    // What an undo restores was known before.
    if (operation !== null && operation.undoes === null) {
      const batch = {
        kind: 'batch',
        projectId,
        operationId: operation.id,
        actorId,
        languages: others,
      } as const
      const writesSources = hasSource && operation.summary.translations > 0
      if (
        operation.summary.keysAdded > 0 ||
        (writesSources && (await addsSourceTexts(r, projectId, operation.id)))
      )
        effects.push({ ...batch, batch: 'new-strings' })
      if (writesSources) effects.push({ ...batch, batch: 'source-changed' })
    }
    // A source text that is written or removed changes what is left in all languages.
    const recounted = hasSource ? others : targets
    if ((await openBatches(r, projectId, recounted)).length > 0)
      effects.push({ kind: 'recount', projectId, languages: recounted })
    if (payload.translations !== null) {
      const saved = new Set(payload.translations.map(({ keyId, language }) => `${keyId} ${language}`))
      const keyIds = payload.translations.map(({ keyId }) => keyId)
      const open = await openOfKeys(r, projectId, OF_TEXTS, keyIds)
      for (const one of open) {
        if (!saved.has(`${one.keyId} ${one.language}`)) continue
        const isGone =
          one.kind === 'translation-rejected' &&
          (await rejectionById(r, projectId, one.subjectId ?? 0)) === null
        if (one.userId === writer || isGone)
          effects.push({ kind: 'done', projectId, subjects: [one.subject], userIds: [one.userId] })
      }
    }
    return effects
  },
}
