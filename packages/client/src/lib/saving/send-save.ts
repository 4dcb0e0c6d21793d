import { api, Failure, isFailure, type TranslationReply } from '@dragoman/contract'
import { sameForms, TRANSLATION_STATES, type TranslationState } from '@dragoman/core'
import { call, isUnreachable } from '../server/call.ts'
import type { PendingSave } from './save-queue.ts'
import type { SaveOutcome } from './saver.ts'

/**
 * Sends one save and returns how it ended. A stale response with our own text counts as done: an earlier
 * attempt had arrived after all, and someone can have approved it since.
 */
export async function sendSave(save: PendingSave): Promise<SaveOutcome> {
  const { project, language, keyId, forms, baseVersion, sourceVersion } = save
  try {
    const reply = await call(api.translations.save, {
      params: { project, key: keyId, language },
      body: {
        forms,
        baseVersion,
        ...(sourceVersion === undefined ? {} : { sourceVersion }),
        ...(save.state === null ? {} : { state: save.state }),
        ...(save.approveFailing === undefined ? {} : { approveFailing: save.approveFailing }),
      },
    })
    const { translation, operation } = reply
    return { kind: 'done', translation, ...(operation === null ? {} : { operationId: operation.id }) }
  } catch (error) {
    return outcomeOf(error, save)
  }
}

function outcomeOf(error: unknown, save: PendingSave): SaveOutcome {
  if (isUnreachable(error)) return { kind: 'unreachable' }
  if (!(error instanceof Failure)) return { kind: 'refused', error, code: 'unexpected' }
  if (error.code === 'busy' || error.code === 'too-many-requests' || isBadGateway(error))
    return { kind: 'unreachable' }
  if (error.code === 'not-signed-in') return { kind: 'signed-out' }
  if (!isFailure(error, 'stale-edit') || error.current === undefined || !('translation' in error.current))
    return { kind: 'refused', error, code: error.code }
  const current = error.current.translation
  const isState = reaches(current.state, save.state) || isKeptApproval(save, current)
  const isOurs = sameForms(current.forms, save.forms) && isState
  return isOurs ? { kind: 'done', translation: current } : { kind: 'stale', current }
}

function reaches(state: TranslationState, wanted: TranslationState | null): boolean {
  return wanted === null || TRANSLATION_STATES.indexOf(state) >= TRANSLATION_STATES.indexOf(wanted)
}

/** Whether an approval was kept as translated, because its source text had changed. */
function isKeptApproval({ state, sourceVersion }: PendingSave, current: TranslationReply): boolean {
  if (state !== 'reviewed' || current.state !== 'translated') return false
  return current.outdated && current.sourceVersion === sourceVersion
}

function isBadGateway(failure: Failure): boolean {
  return failure.code === 'unexpected' && Number(failure.params.status ?? 0) >= 500
}
