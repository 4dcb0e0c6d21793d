import type { RefusedText, TranslationReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { hasText } from '@dragoman/core'
import { saveId } from '../../../lib/saving/pending-save-store.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { isUnreachable } from '../../../lib/server/call.ts'
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
  /** Language of the source text, if it is among the texts. */
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
 * save in this browser.
 */
export type BulkEnd =
  | {
      readonly kind: 'saved'
      readonly operationId: number | null
      readonly saved: readonly TranslationReply[]
      readonly leftOut: readonly LeftOutText[]
    }
  | { readonly kind: 'queued'; readonly count: number }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Pending saves are kept in the browser's storage, which does not fit more. */
const QUEUED_AT_MOST = 500

/** Saves many texts as one operation. */
export function useBulkTexts(project: string) {
  const { saver } = useSaving()

  async function save(
    texts: readonly BulkText[],
    { requireChecks }: { readonly requireChecks: boolean },
  ): Promise<BulkEnd> {
    try {
      const body = {
        texts: texts.map(({ keyId, language, forms, baseVersion, sourceVersion }) => ({
          keyId,
          language,
          forms,
          baseVersion,
          ...(sourceVersion === undefined ? {} : { sourceVersion }),
        })),
        requireChecks,
      }
      const { operation, saved, refused } = await keyMutations.saveTexts(project, body)
      const sent = new Map(texts.map((text) => [`${text.keyId} ${text.language}`, text]))
      const leftOut = refused.flatMap((one) => {
        const text = sent.get(`${one.keyId} ${one.language}`)
        return text === undefined ? [] : [{ ...text, ...one }]
      })
      return { kind: 'saved', operationId: operation?.id ?? null, saved, leftOut }
    } catch (error) {
      if (!isUnreachable(error) || texts.length > QUEUED_AT_MOST) return { kind: 'failed', error }
      queue(texts)
      return { kind: 'queued', count: texts.length }
    }
  }

  const isSource = ({ madeWith }: BulkText) => madeWith === undefined

  function queue(texts: readonly BulkText[]): void {
    // Source texts are saved first: those made with them wait for them.
    for (const text of [...texts.filter(isSource), ...texts.filter((text) => !isSource(text))]) {
      const { keyId, language, forms, base, baseVersion, sourceVersion, madeWith, keyName } = text
      saver.save({
        project,
        keyId,
        language,
        forms,
        state: hasText(forms) ? 'translated' : null,
        base,
        baseVersion,
        sourceVersion,
        madeWith,
        keyName,
        id: saveId(),
      })
    }
  }

  return { save }
}
