'use client'

import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export function Basket() {
  const { t } = useTranslation()
  const [count, setCount] = useState(1)
  return (
    <>
      <p>{t('basket', { count })}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {t('add')}
      </button>
    </>
  )
}
