import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { stepTarget } from '../lib/access/step-target.ts'
import { useWork } from '../lib/access/use-work.ts'
import { overviewQuery } from '../lib/server/overview-query.ts'
import styles from './NextWork.module.css'
import { type DoneWork, nextSteps } from './next-steps.ts'

export type NextWorkProps = {
  readonly project: ProjectReply
  /** What has just been done: it is not proposed again. */
  readonly done: DoneWork
  readonly title: string
  /** Focuses the first proposal, for a person who has just finished something. */
  readonly takesFocus: boolean
}

/** At the end of a piece of work: what is next for this person, each with a link. */
export function NextWork({ project, done, title, takesFocus }: NextWorkProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const headingId = useId()
  const first = useRef<HTMLAnchorElement>(null)
  const overview = useQuery(overviewQuery(project.slug)).data
  const steps = nextSteps(useWork(project, { overview }).steps, done)
  const isKnown = overview !== undefined
  useEffect(() => {
    if (takesFocus && isKnown) first.current?.focus()
  }, [takesFocus, isKnown])
  return (
    <section className={styles.next} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {!isKnown ? null : steps.length === 0 ? (
        <p>{t('common:nextWork.nothing')}</p>
      ) : (
        <ul aria-label={t('common:nextWork.title')}>
          {steps.map((step, index) => (
            <li key={`${step.kind} ${step.language}`}>
              <Link {...stepTarget(project.slug, step)} ref={index === 0 ? first : null}>
                {t(`common:nextWork.left.${step.kind === 'suggest' ? 'translate' : step.kind}`, {
                  count: step.count,
                  language: formats.languageName(step.language),
                })}
                <ArrowRight className="mirrored" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
