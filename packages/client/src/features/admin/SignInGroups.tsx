import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import type { SignInDraft } from './sign-in-draft.ts'

/** Maps groups at the provider to groups here; groups carry roles in projects. */
export function SignInGroups({
  known,
  groups,
  onChange,
}: {
  readonly known: readonly { readonly id: number; readonly name: string }[]
  readonly groups: SignInDraft['groups']
  readonly onChange: (groups: SignInDraft['groups']) => void
}) {
  const { t } = useTranslation('admin')
  const first = known[0]
  if (first === undefined) return <p className="muted">{t('signIn.noGroups')}</p>
  const set = (place: number, change: Partial<SignInDraft['groups'][number]>) =>
    onChange(groups.map((one, at) => (at === place ? { ...one, ...change } : one)))
  return (
    <>
      {groups.map(({ claim, groupId }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own, and keep their order
        <div key={place} className={styles.mapping}>
          <TextField
            label={t('signIn.groupThere')}
            value={claim}
            onChange={(typed) => set(place, { claim: typed })}
            maxLength={200}
            code
          />
          <Select
            label={t('signIn.groupHere')}
            value={String(groupId)}
            onChange={(id) => set(place, { groupId: Number(id) })}
            options={known.map(({ id, name }) => ({ id: String(id), name }))}
          />
          <Button
            aria-label={t('signIn.groupRemove', { name: claim })}
            onPress={() => onChange(groups.filter((_, at) => at !== place))}
          >
            {t('common:remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onPress={() => onChange([...groups, { claim: '', groupId: first.id }])}>
          {t('signIn.groupAdd')}
        </Button>
      </div>
    </>
  )
}
