import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { SlotName } from './plural-slots.ts'

/** Returns a function that labels a field of a plural within a text. */
export function useSlotName(): (name: SlotName) => string {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  return (name) => {
    switch (name.kind) {
      case 'category':
        return t(`form.${name.category}`)
      case 'exact':
        return t('plural.exact', { number: formats.number(name.number) })
      case 'range':
        if (name.from === null) return t('plural.upTo', { number: formats.number(name.to ?? 0) })
        if (name.to === null) return t('plural.from', { number: formats.number(name.from) })
        return t('plural.range', { from: formats.number(name.from), to: formats.number(name.to) })
      case 'place':
        return t('plural.place', { place: formats.number(name.place) })
      case 'word':
        return name.word
      case 'before':
      case 'after':
        return t(`plural.${name.kind}`)
      default:
        return name satisfies never
    }
  }
}
