import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Basket } from './basket.tsx'
import { LANGUAGES } from './texts.ts'

const PRODUCTS = ['rake', 'seeds', 'pot'] as const
export type Product = (typeof PRODUCTS)[number]

export function Shop() {
  const { t, i18n } = useTranslation(['shop', 'basket'])
  const [query, setQuery] = useState('')
  const [basket, setBasket] = useState<readonly Product[]>([])
  const [isOpen, setIsOpen] = useState(false)

  const found = PRODUCTS.filter((product) =>
    t(`product.${product}`).toLowerCase().includes(query.trim().toLowerCase()),
  )
  return (
    <>
      <header>
        <h1>{t('title')}</h1>
        <label>
          {t('language')}{' '}
          <select value={i18n.resolvedLanguage} onChange={(event) => i18n.changeLanguage(event.target.value)}>
            {Object.entries(LANGUAGES).map(([language, name]) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          aria-label={t('basket:openLabel', { count: basket.length })}
          onClick={() => setIsOpen(true)}
        >
          {t('basket:open')} ({basket.length})
        </button>
      </header>
      <main>
        <input
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {found.length === 0 && <p>{t('search.none', { query })}</p>}
        <ul>
          {found.map((product) => (
            <li key={product}>
              <h2>{t(`product.${product}`)}</h2>
              <button
                type="button"
                title={t('product.addTitle', { product: t(`product.${product}`) })}
                onClick={() => setBasket([...basket, product])}
              >
                {t('product.add')}
              </button>
            </li>
          ))}
        </ul>
        <p>
          <Trans t={t} i18nKey="help">
            Questions? <a href="mailto:shop@example.com">Write to us</a>, we answer within{' '}
            <strong>one day</strong>.
          </Trans>
        </p>
      </main>
      {isOpen && (
        <Basket
          products={basket}
          onRemove={(index) => setBasket(basket.filter((_, at) => at !== index))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
