/** Danish sentences for message and timeline codes; English comes from the server. */
export const danishSentences: Readonly<Record<string, string>> = {};
