import { useTranslation } from 'react-i18next'
import { isSync, useSourceKind } from './source-kinds.ts'

export type ActorNameProps = {
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly className?: string | undefined
}

/**
 * The name of the person or program that did something. Visitors are marked, because they enter any name they like, and folders
 * and repositories, because their files and not a person changed something.
 */
export function ActorName({ actor, className }: ActorNameProps) {
  const { t } = useTranslation('common')
  if (isSync(actor.id)) return <SourceName actor={actor} className={className} />
  if (!isVisitor(actor.id)) return <bdi className={className}>{actor.name}</bdi>
  if (actor.name === '') return <span className={className}>{t('visitors')}</span>
  return (
    <span className={className}>
      <bdi>{actor.name}</bdi> <span className="muted">({t('visitor')})</span>
    </span>
  )
}

function SourceName({ actor, className }: ActorNameProps) {
  const { t } = useTranslation('common')
  const kindOf = useSourceKind(true)
  return <bdi className={className}>{t(`sourceNamed.${kindOf(actor.id)}`, { name: actor.name })}</bdi>
}

/** Returns a function that gives the name of an actor for a sentence; null for no one. */
export function useActorName(): (actor: ActorNameProps['actor'] | null | undefined) => string | null {
  const { t } = useTranslation('common')
  const kindOf = useSourceKind(false)
  return (actor) => {
    if (!actor) return null
    if (isSync(actor.id)) return t(`sourceNamed.${kindOf(actor.id)}`, { name: actor.name })
    if (!isVisitor(actor.id)) return actor.name
    return actor.name === '' ? t('visitors') : t('visitorNamed', { name: actor.name })
  }
}

/** Whether an actor is a visitor without an account. */
export function isVisitor(id: string | null): boolean {
  return id?.startsWith('visitor:') ?? false
}
