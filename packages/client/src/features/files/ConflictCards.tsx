import type { ConflictReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Message } from '../../components/Message.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { isTypingOutside } from '../../lib/focus/focus-places.ts'
import { focusScreen } from '../../lib/focus/focus-screen.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './Conflict.module.css'
import { ConflictSide } from './ConflictSide.tsx'
import { choicesOf } from './conflict-choices.ts'
import { fileMutations } from './queries.ts'
import { useShownConflict } from './use-shown-conflict.ts'

export type ConflictCardsProps = {
  readonly project: string
  /** Where the other text is. */
  readonly place: 'folder' | 'repository'
  readonly conflicts: readonly ConflictReply[]
  readonly total: number
}

/**
 * One conflict after another: the text in the folder or repository, the text in Dragoman, and a combination
 * if possible.
 */
export function ConflictCards({ project, place, conflicts, total }: ConflictCardsProps) {
  const { t } = useTranslation('files')
  const [resolved, setResolved] = useState<ReadonlySet<number>>(new Set())
  const section = useRef<HTMLElement>(null)
  const open = conflicts.filter(({ id }) => !resolved.has(id))

  const resolve = useResolve(project, {
    onResolved: (id) => {
      setResolved((old) => new Set(old).add(id))
      if (isTypingOutside(section.current)) return
      if (open.length > 1) section.current?.focus()
      else focusScreen()
    },
  })
  const resolving = resolve.variables?.conflict.id
  const { conflict, isKept, changed, next, show } = useShownConflict(conflicts, resolved)
  // Its reply can arrive after the event that reports it.
  const isGone = isKept && !(resolve.isPending && resolving === conflict?.id)
  const access = useAccess()
  const notice = isGone ? t('resolvedMeanwhile') : changed === undefined ? null : t('textsChanged')
  const refusal = notice ?? (conflict === undefined ? null : access.onText('conflicts.resolve', conflict))
  const choices = conflict === undefined ? [] : choicesOf(conflict)
  const choose = (nth: number) => {
    const choice = choices[nth]
    if (conflict !== undefined && choice !== undefined && !resolve.isPending)
      resolve.mutate({ conflict, forms: choice.forms })
  }
  const showNew = (texts: ConflictReply) => {
    resolve.reset()
    show(texts)
    section.current?.focus() // the button disappears
  }
  useChoiceKeys(choices, { place, refusal, onChoose: choose })
  useEffect(() => {
    if (window.location.hash === '#conflicts') section.current?.focus()
  }, [])

  if (conflict === undefined) return null
  return (
    <section
      className={styles.conflict}
      id="conflicts"
      ref={section}
      tabIndex={-1}
      aria-label={t('conflictGroup')}
    >
      <ConflictHead
        conflict={conflict}
        nth={isKept ? null : open.findIndex(({ id }) => id === conflict.id) + 1}
        // A resolved one is still counted until the conflicts are loaded again.
        total={total - (conflicts.length - open.length)}
        onLater={next === undefined ? null : () => show(next)}
      />
      {notice === null ? (
        <ErrorLine error={resolving === conflict.id ? resolve.error : null} />
      ) : (
        <Meanwhile notice={notice} onShow={isGone || changed === undefined ? null : () => showNew(changed)} />
      )}
      <div className={styles.sides}>
        {choices.map(({ id, forms }, nth) => (
          <ConflictSide
            key={id}
            kind={id}
            place={place}
            base={conflict.base}
            forms={forms}
            language={conflict.language}
            keys={String(nth + 1)}
            refusal={refusal}
            isBusy={resolve.isPending}
            isBest={id === 'merged'}
            origin={originOf(conflict, id)}
            onChoose={() => choose(nth)}
          />
        ))}
      </div>
    </section>
  )
}

/** What happened to the conflict while it was shown. `onShow` shows its new texts; null: it has none. */
function Meanwhile({ notice, onShow }: { readonly notice: string; readonly onShow: (() => void) | null }) {
  const { t } = useTranslation('files')
  return (
    <div role="alert">
      <Note
        tone="warning"
        action={
          onShow === null ? undefined : (
            <Button size="small" onPress={onShow}>
              {t('showNewTexts')}
            </Button>
          )
        }
      >
        {notice}
      </Note>
    </div>
  )
}

type ChoiceKeys = Pick<ConflictCardsProps, 'place'> & {
  readonly refusal: string | null
  readonly onChoose: (nth: number) => void
}

/** Lets the keys 1, 2 and 3 choose. */
function useChoiceKeys(choices: ReturnType<typeof choicesOf>, { place, refusal, onChoose }: ChoiceKeys) {
  useShortcuts(
    choices.map(({ id }, nth) => ({
      id: `conflict-${id}`,
      keys: String(nth + 1),
      label: id === 'theirs' && place === 'repository' ? 'files:choose.repository' : `files:choose.${id}`,
      group: 'files:conflictGroup',
      refusal,
      run: () => onChoose(nth),
    })),
  )
}

type Resolution = { readonly conflict: ConflictReply; readonly forms: Forms }

/** Resolves a conflict with a text. */
function useResolve(project: string, { onResolved }: { readonly onResolved: (id: number) => void }) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  return useMutation({
    mutationFn: ({ conflict: { id, mark }, forms }: Resolution) =>
      fileMutations.resolveConflict(project, id, { forms, mark }),
    onSuccess: async ({ operation }, { conflict }) => {
      onResolved(conflict.id)
      undoToast(t('resolved'), operation)
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
    // One of the texts has changed: show what it is now.
    onError: () => client.invalidateQueries({ queryKey: projectKey(project) }),
  })
}

/** Which text is in conflict, and what both sides have changed. */
function ConflictHead({
  conflict,
  nth,
  total,
  onLater,
}: {
  readonly conflict: ConflictReply
  /** Its number among the open ones; null: it is none of them. */
  readonly nth: number | null
  readonly total: number
  /** Shows the next conflict; null: there is no other. */
  readonly onLater: (() => void) | null
}) {
  const { t } = useTranslation(['files', 'branches'])
  const formats = useFormats()
  const name = shownKeyName(conflict.name)
  const cut = name.lastIndexOf('.') + 1
  const baseText = conflict.base.other ?? Object.values(conflict.base)[0]
  return (
    <div className={styles.head}>
      <code>
        {name.slice(0, cut)}
        <b>{name.slice(cut)}</b>
      </code>
      <span className="muted">
        {formats.languageName(conflict.language)}
        {nth === null ? null : ` · ${t('nth', { nth: formats.number(nth), total: formats.number(total) })}`}
      </span>
      {conflict.branch === null ? null : (
        <span className="muted">
          <bdi>{t('branches:conflictOf', { branch: conflict.branch })}</bdi>
        </span>
      )}
      <span className="grow" />
      {baseText === undefined ? null : (
        <span className={styles.base}>
          {t('base')} <Message text={baseText} language={conflict.language} lines="line" />
        </span>
      )}
      {onLater === null ? null : (
        <Button size="small" onPress={onLater}>
          {t(nth === null ? 'nextConflict' : 'later')}
        </Button>
      )}
    </div>
  )
}

/** Returns who wrote a side of a conflict, or when it arrived; a combination of both has no origin. */
function originOf(
  { createdAt, oursBy }: Pick<ConflictReply, 'createdAt' | 'oursBy'>,
  side: 'theirs' | 'ours' | 'merged',
): { readonly name: string | null; readonly at: string } | null {
  if (side === 'merged') return null
  return side === 'ours' ? oursBy : { name: null, at: createdAt }
}
