import type { CodeUsesReply } from '@dragoman/contract'
import { isNamespace } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CodeUses.module.css'
import section from './FileSection.module.css'
import { fileMutations, fileQueries } from './queries.ts'

const AT_FIRST = 20

/** Keys requested by the app's code according to the last scan: missing ones, and unused ones. */
export function CodeUses({ project }: { readonly project: string }) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const { data } = useQuery(fileQueries.codeUses(project))
  if (data === undefined || data.scan === null) return null
  const { scan, unused, missing, missingTotal } = data
  return (
    <section className={section.section} aria-labelledby="code-uses">
      <h2 id="code-uses">{t('code.title')}</h2>
      <p className="muted">
        {t('code.scanned', { count: scan.filesRead, when: formats.relative(scan.at) })}{' '}
        <code dir="ltr">{scan.revision.slice(0, 8)}</code>
      </p>
      {unused === 0 ? (
        <p>{t('code.noneUnused')}</p>
      ) : (
        <p className={styles.links}>
          <Link to="/p/$project/keys" params={{ project }} search={{ q: 'is:unused' }}>
            {t('code.unused', { count: unused })}
          </Link>
          <Link to="/p/$project/keys" params={{ project }} search={{ q: 'is:unused is:unserved' }}>
            {t('code.dead')}
          </Link>
        </p>
      )}
      {missingTotal === 0 ? (
        <p>{t('code.noneMissing')}</p>
      ) : (
        <MissingKeys project={project} missing={missing} total={missingTotal} />
      )}
    </section>
  )
}

type MissingKey = CodeUsesReply['missing'][number]
type MissingKeysProps = {
  readonly project: string
  readonly missing: readonly MissingKey[]
  readonly total: number
}

function MissingKeys({ project, missing, total }: MissingKeysProps) {
  const { t } = useTranslation('files')
  const access = useAccess()
  const client = useQueryClient()
  const [shown, setShown] = useState(AT_FIRST)
  const add = useMutation({
    mutationFn: (key: MissingKey & { readonly namespace: string }) =>
      fileMutations.addKey(project, { namespace: key.namespace, name: key.key }),
    onSettled: () => client.invalidateQueries(fileQueries.codeUses(project)),
  })
  return (
    <>
      <p>{t('code.missing', { count: total })}</p>
      <ErrorLine error={add.error} />
      <ul className={`${section.list} ${styles.uses}`}>
        {missing.slice(0, shown).map((one) => {
          const { key, namespace, path, line, column, url } = one
          const place = (
            <code dir="ltr">
              {path}:{line}
            </code>
          )
          return (
            <li key={`${namespace}:${key}:${path}:${line}:${column}`}>
              <code className={styles.key}>
                {shownKeyName(namespace === null ? key : `${namespace}:${key}`)}
              </code>
              {url === null ? (
                place
              ) : (
                <a href={url} rel="noopener noreferrer" target="_blank">
                  {place}
                </a>
              )}
              {namespace === null || !isNamespace(namespace) ? null : (
                <Button
                  size="small"
                  refusal={access.onKeys('keys.edit', [namespace])}
                  isDisabled={add.isPending}
                  aria-label={t('code.addLabel', { key })}
                  onPress={() => add.mutate({ ...one, namespace })}
                >
                  {t('code.add')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {missing.length > shown ? (
        <Button size="small" onPress={() => setShown(shown + 500)}>
          {t('more', { count: missing.length - shown })}
        </Button>
      ) : total > missing.length ? (
        <p className="muted">{t('code.notListed', { count: total - missing.length })}</p>
      ) : null}
    </>
  )
}
