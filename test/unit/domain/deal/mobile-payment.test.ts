import { expect, test } from 'vitest'
import {
  mobilePaymentLines,
  mobilePaymentText,
  parseMobilePayment,
} from '../../../../src/domain/deal/mobile-payment.ts'

test.each([
  '0102 04141234567 V12345678',
  '0102 0414-1234567 V-12.345.678',
  'banco de venezuela 0414 123 45 67 cedula 12345678',
  'Venezuela, +58 414-1234567, v 12345678',
])('«%s» says bank, phone and ID', (line) => {
  const read = parseMobilePayment(line)
  expect(read).toEqual({ bank: '0102', phone: '04141234567', id: 'V12345678' })
  expect(read && parseMobilePayment(mobilePaymentText(read))).toEqual(read)
})

test('a company and its bank are read too, and written as a customer needs them', () => {
  const read = parseMobilePayment('Banesco 04249876543 J-301234567')
  expect(read && mobilePaymentLines(read)).toEqual(['Banesco (0134)', '0424-9876543', 'J-301234567'])
})

test.each(['', '0102', '0102 04141234567', '04141234567 V12345678', '9999 04141234567 V12345678', 'hola'])(
  '«%s» says too little',
  (line) => expect(parseMobilePayment(line)).toBeUndefined(),
)
