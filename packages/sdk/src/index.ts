export { type Answer, ClearframeError, readAnswer, receive } from './answer.ts';
export { type Client, type ClientOptions, createClient, type UploadOptions } from './client.ts';
