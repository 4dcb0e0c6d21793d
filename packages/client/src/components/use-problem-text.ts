import { useTranslation } from 'react-i18next'
import { forgeProblemText } from '../lib/server/forge-problem-text.ts'

type Problem = {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** Returns a function that says why a repository is not up to date, and who has to do what. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation(['failures', 'forge'])
  return ({ code, params = {} }) => {
    const atForge = code === 'forge-refused' ? { code: String(params.forge), params } : null
    const said = atForge && forgeProblemText(t, atForge)
    return (
      said ??
      t(`failures:repository.${code}`, {
        said: '',
        ...params,
        defaultValue: t('failures:repository.unreachable'),
      })
    )
  }
}
