import { isFailure, type ProjectReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { ArrowLeft } from 'lucide-react'
import { memo, type Ref, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptTexts } from '../../components/KeptTexts.tsx'
import { KeySyntax } from '../../components/KeySyntax.tsx'
import type { WantedFocus } from '../../lib/focus/use-wanted-focus.ts'
import { announce } from '../../lib/notices/announce.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { OpenString } from './list/use-open-string.ts'
import type { ShownList } from './list/use-string-list.ts'
import styles from './OpenStringView.module.css'
import { useMergedConflict } from './saving/use-merged-conflict.ts'
import { useStringText } from './saving/use-string-text.ts'
import { type CommentsOfEditor, type Panel, SidePanel } from './side/SidePanel.tsx'
import type { EditorFieldsHandle } from './string/EditorFields.tsx'
import { ReadOnlyNote } from './string/ReadOnlyNote.tsx'
import { StringPane, type StringPaneProps } from './string/StringPane.tsx'

export type OpenStringViewProps = {
  readonly open: OpenString
  readonly shown: ShownList
  readonly project: ProjectReply
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  readonly comments: CommentsOfEditor
  readonly end: StringPaneProps['end']
  readonly focus: WantedFocus
  readonly paneRef: Ref<EditorFieldsHandle>
  /** On phones: back to the list. */
  readonly onBack?: () => void
}

/** The open string with its side panel, or why there is none. */
export function OpenStringView({
  open,
  shown,
  project,
  panel,
  onPanel,
  comments,
  end,
  focus,
  paneRef,
  onBack,
}: OpenStringViewProps) {
  const restore = useRef<(forms: Forms) => void>(() => {})
  const onRestore = useLatestCallback((forms: Forms) => restore.current(forms))
  const onOpen = useLatestCallback(open.open)
  const onMove = useLatestCallback(open.move)
  // The reference information can wait until the string itself is on the screen.
  const looked = useDeferredValue(open.row)
  if (open.error !== null && open.error !== undefined) {
    return (
      <div className={styles.string}>
        <div className={styles.pane}>
          <BackToList onBack={onBack} />
          <ErrorState error={open.error} />
          {isFailure(open.error, 'gone') || isFailure(open.error, 'not-found') ? (
            <KeptTexts project={project.slug} language={shown.filter.language} keyId={open.keyId} />
          ) : null}
        </div>
      </div>
    )
  }
  if (open.row === null) {
    const isNothing = open.keyId === null && shown.state.total === 0
    return (
      <div className={styles.string}>
        <div className={styles.pane}>
          <BackToList onBack={onBack} />
          {isNothing ? null : <Skeleton rows={4} height={72} />}
        </div>
      </div>
    )
  }
  return (
    <div className={styles.string}>
      <div className={styles.pane} data-string-boxes>
        <BackToList onBack={onBack} />
        <OneString
          project={project}
          end={end}
          focus={focus}
          paneRef={paneRef}
          restore={restore}
          onMove={onMove}
          row={open.row}
          index={open.index}
          total={shown.state.total ?? 0}
          isAtLeast={shown.state.isAtLeast}
          isGone={shown.state.gone.has(open.row.key.id)}
        />
      </div>
      <div className={styles.side}>
        {looked === null ? null : (
          <KeySyntax of={looked.key}>
            <SidePanel
              row={looked}
              project={project.slug}
              sourceLanguage={project.sourceLanguage}
              reviewOwn={project.settings.reviewOwn}
              panel={panel}
              onPanel={onPanel}
              onOpen={onOpen}
              onRestore={onRestore}
              comments={comments}
            />
          </KeySyntax>
        )}
      </div>
    </div>
  )
}

/** On phones, where the list is not next to the string. */
function BackToList({ onBack }: { readonly onBack: (() => void) | undefined }) {
  const { t } = useTranslation('translations')
  if (onBack === undefined) return null
  return (
    <div className={styles.back}>
      <Button look="quiet" onPress={onBack}>
        <ArrowLeft aria-hidden="true" className="mirrored" />
        {t('pane.back')}
      </Button>
    </div>
  )
}

type OneStringProps = Pick<OpenStringViewProps, 'project' | 'end' | 'focus' | 'paneRef'> &
  Pick<StringPaneProps, 'row' | 'index' | 'total' | 'isAtLeast' | 'isGone' | 'onMove'> & {
    readonly restore: RefObject<(forms: Forms) => void>
  }

const OneString = memo(function OneString({ project, paneRef, row, restore, ...shown }: OneStringProps) {
  const { t } = useTranslation('translations')
  const text = useMergedConflict(row, useStringText(row, project))
  useEffect(() => {
    restore.current = (forms) => {
      text.setForms(forms)
      announce(t('history.restored'))
    }
  })
  const { refusal } = text
  const { language } = row.target
  const readOnlyNote = useMemo(
    () =>
      refusal === null ? null : <ReadOnlyNote project={project} language={language} refusal={refusal} />,
    [project, language, refusal],
  )
  return (
    <StringPane
      {...shown}
      ref={paneRef}
      row={row}
      project={project.slug}
      text={text}
      readOnlyNote={readOnlyNote}
    />
  )
})
