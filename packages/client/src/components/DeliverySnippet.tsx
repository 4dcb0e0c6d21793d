import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryAccess } from '../lib/access/delivery-access.ts'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Note } from '../ui/Note.tsx'
import styles from './DeliverySnippet.module.css'

const template = '/d/{project}/live/locales/{{lng}}/{{ns}}.json'

/** The address an i18next app loads its texts from. */
export function deliveryPath(project: string): string {
  return template.replace('{project}', encodeURIComponent(project))
}

export type DeliverySnippetProps = {
  readonly project: string
  readonly access: DeliveryAccess
  /** Where the project's setting is changed, such as a link to it. */
  readonly settings?: ReactNode
}

/**
 * How an i18next app loads the project's texts: the call it makes already, with another address; and what
 * stands in the way of it.
 */
export function DeliverySnippet({ project, access, settings }: DeliverySnippetProps) {
  const { t } = useTranslation()
  const address = `"${location.origin}${deliveryPath(project)}"`
  const before = 'i18next.use(HttpBackend).init({\n  backend: {\n    loadPath:\n      '
  const after = '\n  }\n})'
  return (
    <div className={styles.snippet}>
      {access === 'public' ? null : (
        <Note tone="plain" action={access === 'private' ? settings : undefined}>
          {t(access === 'private' ? 'delivery.private' : 'delivery.notAsked')}
        </Note>
      )}
      {access === 'not-asked' ? <CopyLine text="dragoman --deliver" /> : null}
      <CopyLine
        text={`${before}${address}${after}`}
        shown={
          <>
            {before}
            <b>
              {address.split(/(?<=[^/:]\/)/).map((step, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a path have no other name than their place
                <Fragment key={place}>
                  {step}
                  <wbr />
                </Fragment>
              ))}
            </b>
            {after}
          </>
        }
      />
    </div>
  )
}
