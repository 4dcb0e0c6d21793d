import type { TextStep } from '@dragoman/core'
import { Link } from '@tanstack/react-router'
import { Sprout, X } from 'lucide-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { stepTarget } from '../../lib/access/step-target.ts'
import { readStored, store } from '../../lib/browser-storage.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './SampleGuide.module.css'

const HIDDEN_KEY = 'dragoman-sample-guide-hidden'

/**
 * What new users can try in the sample project, each with a link. Can be hidden permanently in
 * this browser.
 */
export function SampleGuide({
  project,
  step,
  hasConflict,
}: {
  readonly project: string
  /** Null: nothing is missing in any language of this person. */
  readonly step: Extract<TextStep, { readonly kind: 'translate' }> | null
  /** There is one that this person can resolve. */
  readonly hasConflict: boolean
}) {
  const { t } = useTranslation('overview')
  const formats = useFormats()
  const [isHidden, setIsHidden] = useState(wasHidden)
  if (isHidden) return null
  return (
    <section className={styles.guide} aria-labelledby="sample-guide">
      <Sprout aria-hidden="true" />
      <div>
        <h2 id="sample-guide">{t('sample.title')}</h2>
        <ol>
          {step === null ? null : (
            <li>
              <Trans
                t={t}
                i18nKey="sample.translate"
                values={{ language: formats.languageName(step.language) }}
              >
                <Link {...stepTarget(project, step)} />
              </Trans>
            </li>
          )}
          {hasConflict ? (
            <li>
              <Trans t={t} i18nKey="sample.conflict">
                <Link to="/p/$project/files" params={{ project }} />
              </Trans>
            </li>
          ) : null}
          <li>
            <Trans t={t} i18nKey="sample.undo">
              <Link to="/p/$project/activity" params={{ project }} />
            </Trans>
          </li>
        </ol>
      </div>
      <IconButton
        label={t('sample.hide')}
        onPress={() => {
          hideForGood()
          setIsHidden(true)
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}

function wasHidden(): boolean {
  return readStored(HIDDEN_KEY) !== null
}

function hideForGood(): void {
  store(HIDDEN_KEY, 'yes')
}
