import type { EditorRowReply } from '@dragoman/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyName } from '../../../components/KeyName.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FormTexts } from './FormTexts.tsx'
import styles from './SidePanel.module.css'

export type NeighbourProps = {
  readonly row: EditorRowReply
  readonly onOpen: (keyId: number) => void
}

/**
 * A key that is close to the open one: its source, and below it the translation, apart from each other. Memoized,
 * because most neighbours of a string are also neighbours of the next one.
 */
export const Neighbour = memo(function Neighbour({ row, onOpen }: NeighbourProps) {
  const { t } = useTranslation('translations')
  const { key, source, target } = row
  return (
    <li className={styles.neighbour}>
      <Button look="quiet" onPress={() => onOpen(key.id)}>
        <span className={styles.neighbourTexts}>
          <KeyName namespace={key.namespace} name={key.name} />
          {source.language === target.language ? null : (
            <span className={styles.neighbourSource} data-side="source">
              <FormTexts translation={source} none={t('row.noSource')} />
            </span>
          )}
          <span className={styles.neighbourTarget} data-side="target">
            <FormTexts translation={target} none={t('row.untranslated')} />
          </span>
        </span>
      </Button>
    </li>
  )
}, saysTheSame)

function saysTheSame(before: NeighbourProps, after: NeighbourProps): boolean {
  const [a, b] = [before.row, after.row]
  return (
    before.onOpen === after.onOpen &&
    a.key.namespace === b.key.namespace &&
    a.key.name === b.key.name &&
    a.source.version === b.source.version &&
    a.target.language === b.target.language &&
    a.target.version === b.target.version
  )
}
