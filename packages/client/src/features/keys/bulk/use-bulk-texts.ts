import type { RefusedText, TranslationReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { hasText } from '@dragoman/core'
import type { StoredDraft } from '../../../lib/saving/draft-store.ts'
import { saveId } from '../../../lib/saving/pending-save-store.ts'
import { isSourceOf } from '../../../lib/saving/save-queue.ts'
import { settleDraft } from '../../../lib/saving/settle-draft.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { isUnreachable } from '../../../lib/server/call.ts'
import { type StringAddress, sameAddress } from '../../../lib/server/string-address.ts'
import { keyMutations } from '../queries.ts'

export type BulkText = {
  readonly keyId: number
  readonly language: string
  readonly forms: Forms
  /** The text that is replaced, as the person saw it. */
  readonly base: Forms
  readonly baseVersion: number
  /** Version of the source text that the person saw. */
  readonly sourceVersion?: number | undefined
  /** Language of the source text, if it is among the texts, or the person's own save of it is pending. */
  readonly madeWith?: string | undefined
  /** As it is shown, for lists of unsaved texts. */
  readonly keyName: string
}

/**
 * A text that was left out, as it should have been saved; and why the person cannot save it, if that was known before
 * asking the server.
 */
export type LeftOutText = RefusedText & BulkText & { readonly refusal?: string }

/**
 * The result of saving many texts. `queued`: the server cannot be reached; each text is a separate pending
 * save in this browser. So are `waiting` texts, which replace one whose save is not confirmed yet.
 */
export type BulkEnd =
  | {
      readonly kind: 'saved'
      readonly operationId: number | null
      readonly saved: readonly TranslationReply[]
      readonly leftOut: readonly LeftOutText[]
      readonly waiting: number
      /** Drafts that the saved texts have replaced. */
      readonly replaced: readonly StoredDraft[]
    }
  | { readonly kind: 'queued'; readonly count: number }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Pending saves are kept in the browser's storage, which does not fit more. */
const QUEUED_AT_MOST = 500

/**
 * Saves many texts as one operation, in place of the drafts of their strings. Texts that replace a pending save, or are
 * made for one, are queued after it: the server would refuse them as stale.
 */
export function useBulkTexts(project: string) {
  const saving = useSaving()
  const { drafts, saver } = saving
  const addressOf = ({ keyId, language }: BulkText): StringAddress => ({ project, keyId, language })

  async function save(
    texts: readonly BulkText[],
    { requireChecks }: { readonly requireChecks: boolean },
  ): Promise<BulkEnd> {
    const waiting = new Set(texts.filter(isAfterPending))
    const after = [...waiting]
    const others = texts.filter((text) => !waiting.has(text))
    const shown = draftsOf(others)
    queue(after, draftsOf(after))
    const done = { waiting: after.length, replaced: [] }
    if (others.length === 0) return { kind: 'saved', operationId: null, saved: [], leftOut: [], ...done }
    try {
      const { operation, saved, refused } = await keyMutations.saveTexts(project, {
        texts: others.map(asSent),
        requireChecks,
      })
      const sent = new Map(others.map((text) => [cellOf(text), text]))
      const leftOut = refused.flatMap((one) => {
        const text = sent.get(cellOf(one))
        return text === undefined ? [] : [{ ...text, ...one }]
      })
      const replaced = settle(shown, new Map(saved.map((one) => [cellOf(one), one])))
      return { kind: 'saved', operationId: operation?.id ?? null, saved, leftOut, ...done, replaced }
    } catch (error) {
      if (!isUnreachable(error) || others.length > QUEUED_AT_MOST) return { kind: 'failed', error }
      queue(others, shown)
      return { kind: 'queued', count: texts.length }
    }
  }

  function isAfterPending(text: BulkText): boolean {
    const address = addressOf(text)
    return saver.queue
      .get()
      .some((save) => sameAddress(save, address) || isSourceOf(save, { ...address, madeWith: text.madeWith }))
  }

  /** Returns the drafts that the texts replace. */
  function draftsOf(texts: readonly BulkText[]): readonly StoredDraft[] {
    return texts.flatMap((text) => {
      const draft = drafts.read(addressOf(text))
      return draft === null ? [] : [{ ...addressOf(text), draft }]
    })
  }

  /** Deletes the drafts whose strings were saved, except for what was typed since. Returns them as they were. */
  function settle(
    shown: readonly StoredDraft[],
    saved: ReadonlyMap<string, TranslationReply>,
  ): readonly StoredDraft[] {
    const replaced = shown.filter((one) => saved.has(cellOf(one)))
    for (const { draft, ...address } of replaced)
      settleDraft(saving, address, { sent: draft.forms, saved: saved.get(cellOf(address)) ?? null })
    return replaced
  }

  function queue(texts: readonly BulkText[], shown: readonly StoredDraft[]): void {
    // Source texts are saved first: those made with them wait for them.
    for (const text of [...texts.filter(isSource), ...texts.filter((text) => !isSource(text))]) {
      const { forms, base, baseVersion, sourceVersion, madeWith, keyName } = text
      const state = hasText(forms) ? 'translated' : null
      const seen = { base, baseVersion, sourceVersion, madeWith }
      saver.save({ ...addressOf(text), forms, state, ...seen, keyName, id: saveId() })
    }
    for (const { draft, ...address } of shown)
      settleDraft(saving, address, { sent: draft.forms, saved: null })
  }

  return { save }
}

function isSource({ madeWith }: BulkText): boolean {
  return madeWith === undefined
}

function cellOf({ keyId, language }: Pick<BulkText, 'keyId' | 'language'>): string {
  return `${keyId} ${language}`
}

function asSent({ keyId, language, forms, baseVersion, sourceVersion }: BulkText) {
  const source = sourceVersion === undefined ? {} : { sourceVersion }
  return { keyId, language, forms, baseVersion, ...source }
}
