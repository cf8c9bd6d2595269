/** A JPEG of one pixel: the first image of every decoder, which loads what sharp loads on its first use. */
export const firstImage = Buffer.from(
  `/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf////////////////////
  //////////////////////////////////////////////////////////////////wgARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/x
  AAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACgP//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAA
  AD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Af//Z`,
  'base64',
)
