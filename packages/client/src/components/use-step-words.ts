import type { WorkStep } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'

/** Returns the function that names a piece of work, as a button does. */
export function useStepWords(): (step: WorkStep) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  return (step) =>
    'language' in step
      ? t(`common:work.${step.kind}`, { language: formats.languageName(step.language) })
      : t(`common:work.${step.kind}`)
}
