import type { OldAddressReply } from '@dragoman/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { oldAddressesQuery } from '../../lib/server/queries.ts'
import { isolate } from '../../lib/text/isolate.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import { AddOldAddressDialog } from './AddOldAddressDialog.tsx'
import styles from './OldAddresses.module.css'
import { RemoveOldAddressDialog } from './RemoveOldAddressDialog.tsx'

/** URLs of apps that were shipped before the project moved here, for people who can publish. */
export function OldAddressesSection({ project }: { readonly project: string }) {
  const isAllowed = useAccess().onProject('releases.publish') === null
  return isAllowed ? <OldAddresses project={project} /> : null
}

function OldAddresses({ project }: { readonly project: string }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const client = useQueryClient()
  const [open, setOpen] = useState<'add' | OldAddressReply | null>(null)
  const { data, error, refetch } = useQuery(oldAddressesQuery(project))
  const close = () => setOpen(null)
  const refreshAndClose = async () => {
    await client.invalidateQueries({ queryKey: oldAddressesQuery(project).queryKey })
    close()
  }
  const isFull = data !== undefined && data.addresses.length >= data.max
  return (
    <section id="old-addresses" aria-labelledby="old-addresses-title">
      <h2 id="old-addresses-title">{t('oldAddresses.title')}</h2>
      <p className="muted">{t('oldAddresses.about')}</p>
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} rows={1} height={40} />
      ) : data.addresses.length === 0 ? null : (
        <Table
          label={t('oldAddresses.title')}
          columns={[
            { id: 'address', name: t('oldAddresses.address') },
            { id: 'leadsTo', name: t('oldAddresses.leadsTo') },
            { id: 'acts', name: t('remove'), isActs: true },
          ]}
        >
          {data.addresses.map((address) => (
            <tr key={address.id}>
              <td>
                <code className={styles.prefix} dir="ltr">
                  {address.prefix}
                </code>
                <span className={`muted ${styles.shape}`}>{t(`oldAddresses.shape.${address.shape}`)}</span>
              </td>
              <td>
                <code dir="ltr">
                  {address.channel}
                  {address.namespace === null ? null : ` · ${address.namespace}`}
                </code>
              </td>
              <td className={table.number}>
                <IconButton
                  label={t('oldAddresses.removeOne', { prefix: isolate(address.prefix) })}
                  size="small"
                  onPress={() => setOpen(address)}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data === undefined ? null : (
        <Button
          onPress={() => setOpen('add')}
          refusal={isFull ? t('oldAddresses.full', { max: formats.number(data.max) }) : null}
        >
          {t('oldAddresses.add')}
        </Button>
      )}
      {open === 'add' ? (
        <AddOldAddressDialog project={project} onAdded={refreshAndClose} onClose={close} />
      ) : open === null ? null : (
        <RemoveOldAddressDialog
          project={project}
          address={open}
          onRemoved={refreshAndClose}
          onClose={close}
        />
      )}
    </section>
  )
}
