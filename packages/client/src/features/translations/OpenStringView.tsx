import type { EditorRowReply, ProjectReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './OpenStringView.module.css'
import { type Panel, SidePanel } from './SidePanel.tsx'
import { StringPane } from './StringPane.tsx'
import { useLatestCallback } from './use-latest-callback.ts'
import { useMergedConflict } from './use-merged-conflict.ts'
import type { OpenString } from './use-open-string.ts'
import type { ShownList } from './use-string-list.ts'
import { useStringText } from './use-string-text.ts'

export type OpenStringViewProps = {
  readonly open: OpenString
  readonly shown: ShownList
  readonly project: ProjectReply
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  readonly wantsFocus: RefObject<boolean>
  /** On a phone: back to the list. */
  readonly onBack?: () => void
}

/** The open string with its side panel, or why there is none. */
export function OpenStringView({
  open,
  shown,
  project,
  panel,
  onPanel,
  wantsFocus,
  onBack,
}: OpenStringViewProps) {
  const { t } = useTranslation('translations')
  const restore = useRef<(forms: Forms) => void>(() => {})
  const onRestore = useLatestCallback((forms: Forms) => restore.current(forms))
  const onOpen = useLatestCallback(open.open)
  // What one may look up can wait until the string itself is on the screen.
  const looked = useDeferredValue(open.row)
  if (open.error !== null && open.error !== undefined) {
    return (
      <div className={styles.string}>
        <ErrorState error={open.error} />
      </div>
    )
  }
  if (open.row === null) {
    const isNothing = open.keyId === null && shown.state.total === 0
    return <div className={styles.string}>{isNothing ? null : <Skeleton rows={4} height={72} />}</div>
  }
  return (
    <div className={styles.string}>
      <div className={styles.pane} data-string-boxes>
        {onBack === undefined ? null : (
          <div className={styles.back}>
            <Button look="quiet" onPress={onBack}>
              <ArrowLeft aria-hidden="true" className="mirrored" />
              {t('pane.back')}
            </Button>
          </div>
        )}
        <OneString {...{ open, shown, project, wantsFocus, restore }} row={open.row} />
      </div>
      <div className={styles.side}>
        {looked === null ? null : (
          <SidePanel
            row={looked}
            project={project}
            panel={panel}
            onPanel={onPanel}
            onOpen={onOpen}
            onRestore={onRestore}
          />
        )}
      </div>
    </div>
  )
}

type OneStringProps = Pick<OpenStringViewProps, 'open' | 'shown' | 'project' | 'wantsFocus'> & {
  readonly row: EditorRowReply
  readonly restore: RefObject<(forms: Forms) => void>
}

function OneString({ open, shown, project, wantsFocus, row, restore }: OneStringProps) {
  const { t } = useTranslation('translations')
  const text = useMergedConflict(row, useStringText(row, project))
  useEffect(() => {
    restore.current = (forms) => {
      text.setForms(forms)
      announce(t('history.restored'))
    }
  })
  return (
    <StringPane
      row={row}
      project={project.slug}
      text={text}
      index={open.index}
      total={shown.state.total ?? 0}
      isAtLeast={shown.state.isAtLeast}
      isGone={shown.state.gone.has(row.key.id)}
      onMove={open.move}
      wantsFocus={wantsFocus}
    />
  )
}
