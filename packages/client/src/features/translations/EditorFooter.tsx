import type { CountsReply } from '@dragoman/contract'
import { memo } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useIsRemoved } from '../../components/use-is-removed.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLiveStatus } from '../../lib/server/live.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './EditorFooter.module.css'

/** How far the language is, whether changes arrive, and where the shortcuts are. */
export const EditorFooter = memo(function EditorFooter({
  counts,
}: {
  readonly counts: CountsReply | undefined
}) {
  const { t } = useTranslation(['translations', 'failures'])
  const formats = useFormats()
  const live = useLiveStatus()
  const isRemoved = useIsRemoved()
  return (
    <footer className={styles.footer}>
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
          <i className={styles.dot} />
          <span className="num">
            {t('footer.reviewed', {
              share: formats.percent(counts.total === 0 ? 0 : counts.reviewed / counts.total),
            })}
          </span>
        </>
      )}
      <span className={styles.live} data-status={live}>
        <i aria-hidden="true" />
        {isRemoved ? t('failures:reason.not-a-member') : t(`footer.${live}`)}
      </span>
      <i className={styles.dot} />
      <span className={styles.help}>
        <Kbd keys="?" /> {t('footer.shortcuts')}
      </span>
    </footer>
  )
})
