import { useFormats } from '../../i18n/formats.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns a function that formats a size in the largest unit in which it is at least 1. */
export function useSizeWords(): (bytes: number) => string {
  const { locale } = useFormats()
  return (bytes) => {
    const place = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: UNITS[place] ?? 'byte',
      maximumFractionDigits: 1,
    }).format(bytes / 1000 ** place)
  }
}
