import type { CountsReply } from '@dragoman/contract'
import { memo } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useIsRemoved } from '../../components/use-is-removed.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { useLiveStatus } from '../../lib/server/live.ts'
import { FooterDot, FooterKeys, ScreenFooter } from '../../ui/ScreenFooter.tsx'
import styles from './EditorFooter.module.css'

/** The progress of the language, the connection of live updates, and a link to the shortcuts. */
export const EditorFooter = memo(function EditorFooter({
  project,
  counts,
  reachesApps,
}: {
  readonly project: string
  readonly counts: CountsReply | undefined
  /** Apps can load the texts of the project. */
  readonly reachesApps: boolean
}) {
  const { t } = useTranslation(['translations', 'failures'])
  const formats = useFormats()
  const live = useLiveStatus(project)
  const isRemoved = useIsRemoved(project)
  const { isVisitor, isBranch } = useAccess()
  const liveText = isBranch ? 'footer.liveInBranch' : reachesApps ? 'footer.live' : 'footer.livePrivate'
  return (
    <ScreenFooter
      end={
        <>
          {/* People without an account get no live updates. */}
          {isVisitor ? null : (
            <>
              <span className={styles.live} data-status={live}>
                <i aria-hidden="true" />
                {isRemoved
                  ? t('failures:reason.not-a-member')
                  : t(live !== 'live' ? `footer.${live}` : liveText)}
              </span>
              <FooterDot />
            </>
          )}
          <FooterKeys keys={[['?', t('footer.shortcuts')]]} />
        </>
      }
    >
      {counts === undefined ? null : (
        <>
          <span className="num">
            <Trans
              t={t}
              i18nKey="footer.translated"
              values={{
                done: formats.number(counts.total - counts.untranslated),
                total: formats.number(counts.total),
              }}
              components={{ b: <b /> }}
            />
          </span>
          <FooterDot />
          <span className="num">
            {t('footer.reviewed', {
              share: formats.percent(counts.total === 0 ? 0 : counts.reviewed / counts.total),
            })}
          </span>
        </>
      )}
    </ScreenFooter>
  )
})
