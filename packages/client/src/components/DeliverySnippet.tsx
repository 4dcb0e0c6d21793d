import { LIVE_CHANNEL } from '@dragoman/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryAccess } from '../lib/access/delivery-access.ts'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Note } from '../ui/Note.tsx'
import styles from './DeliverySnippet.module.css'

const template = '/d/{project}/{channel}/locales/{{lng}}/{{ns}}'

/** Returns the URL path an app loads its texts from; i18next's unless its format has another `extension`. */
export function deliveryPath(project: string, channel: string, extension = '.json'): string {
  return template.replace('{project}', encodeURIComponent(project)).replace('{channel}', channel) + extension
}

export type DeliverySnippetProps = {
  readonly project: string
  readonly access: DeliveryAccess
  /** How to change the project's setting, such as a link to it. */
  readonly settings?: ReactNode
}

/**
 * How an i18next app loads the project's texts: its usual call with another URL; and what prevents it from
 * working.
 */
export function DeliverySnippet({ project, access, settings }: DeliverySnippetProps) {
  const { t } = useTranslation()
  const address = `"${location.origin}${deliveryPath(project, LIVE_CHANNEL)}"`
  const before = 'i18next.use(HttpBackend).init({\n  backend: {\n    loadPath:\n      '
  const after = '\n  }\n})'
  return (
    <div className={styles.snippet}>
      {access === 'anyone' ? null : (
        <Note tone="plain" action={access === 'token' ? settings : undefined}>
          {t(access === 'token' ? 'delivery.token' : 'delivery.notAsked')}
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
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a path have no identity but their position
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
