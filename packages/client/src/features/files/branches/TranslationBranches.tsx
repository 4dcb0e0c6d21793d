import type { GitStateReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { branchQueries } from '../queries.ts'
import styles from './Branches.module.css'
import { BranchRow } from './BranchRow.tsx'
import { CloseBranchDialog } from './CloseBranchDialog.tsx'
import { OpenBranchDialog } from './OpenBranchDialog.tsx'
import { OpeningDialog } from './OpeningDialog.tsx'

export type TranslationBranchesProps = {
  readonly project: string
  readonly state: GitStateReply
}

/** Branches of the repository that are translated before they are merged, and how they are opened. */
export function TranslationBranches({ project, state }: TranslationBranchesProps) {
  const { t } = useTranslation('branches')
  const formats = useFormats()
  const refusal = useAccess().onProject('sources.manage')
  const query = useQuery(branchQueries.withUnsent(project))
  const [dialog, setDialog] = useState<'open' | 'opening' | null>(null)
  const [closing, setClosing] = useState<string | null>(null)
  const known = query.data?.branches.filter(({ into }) => into === state.id)
  const closed = known?.find(({ slug }) => slug === closing)
  const startClosing = (slug: string) => {
    setClosing(slug)
    // No event reports what was saved in a branch since its texts were counted.
    void query.refetch()
  }
  const wish = state.settings.openBranches ?? { by: 'hand' }
  return (
    <section aria-labelledby="translation-branches">
      <div className={styles.head}>
        <h2 id="translation-branches">{t('title')}</h2>
        {known === undefined || known.length === 0 ? null : (
          <span className={styles.small}>{formats.number(known.length)}</span>
        )}
        <span className={styles.way}>
          {wish.by === 'pattern' ? (
            <>
              {t('way.pattern')} <code dir="ltr">{wish.pattern}</code>
            </>
          ) : (
            t(`way.${wish.by}`)
          )}
        </span>
        {refusal === null ? (
          <Button size="small" look="ghost" onPress={() => setDialog('opening')}>
            {t('way.change')}
          </Button>
        ) : null}
        <span className="grow" />
        <Button size="small" refusal={refusal} onPress={() => setDialog('open')}>
          <Plus aria-hidden="true" />
          {t('open.start')}
        </Button>
      </div>
      {known === undefined ? (
        <Loading error={query.error} onRetry={query.refetch} rows={2} />
      ) : known.length === 0 ? (
        <p className={styles.none}>{t('none')}</p>
      ) : (
        <ul className={styles.list}>
          {known.map((branch) => (
            <BranchRow
              key={branch.slug}
              branch={branch}
              isPaused={state.isPaused}
              refusal={refusal}
              onClose={() => startClosing(branch.slug)}
            />
          ))}
        </ul>
      )}
      {dialog === 'open' ? (
        <OpenBranchDialog
          project={project}
          source={state.id}
          taken={known ?? []}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'opening' ? (
        <OpeningDialog project={project} state={state} onClose={() => setDialog(null)} />
      ) : null}
      {closed === undefined ? null : (
        <CloseBranchDialog project={project} branch={closed} onClose={() => setClosing(null)} />
      )}
    </section>
  )
}
