{{- define "dragoman.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 50 characters: names of objects and labels can have 63, and some get a suffix. */}}
{{- define "dragoman.fullname" -}}
{{- $name := include "dragoman.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $full .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "dragoman.deliverName" -}}
{{- include "dragoman.fullname" . }}-deliver
{{- end -}}

{{- define "dragoman.selector" -}}
app.kubernetes.io/name: {{ include "dragoman.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "dragoman.labels" -}}
{{ include "dragoman.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "dragoman.serviceAccount" -}}
{{- default (ternary (include "dragoman.fullname" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "dragoman.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Empty if there is no Secret. */}}
{{- define "dragoman.secret" -}}
{{- default (ternary (include "dragoman.fullname" .) "" (not (empty .Values.secret.values))) .Values.secret.existing -}}
{{- end -}}

{{- define "dragoman.dataClaim" -}}
{{- default (printf "%s-data" (include "dragoman.fullname" .)) .Values.data.existingClaim -}}
{{- end -}}

{{- define "dragoman.blobsClaim" -}}
{{- default (printf "%s-blobs" (include "dragoman.fullname" .)) .Values.blobs.existingClaim -}}
{{- end -}}

{{/* The address of DRAGOMAN_URL */}}
{{- define "dragoman.url" -}}
{{- if .Values.url -}}
{{ .Values.url }}
{{- else if .Values.ingress.enabled -}}
{{- $scheme := ternary "https" "http" .Values.ingress.tls.enabled -}}
{{- $urls := list -}}
{{- range .Values.ingress.hosts }}{{ $urls = append $urls (printf "%s://%s" $scheme .) }}{{ end -}}
{{ join "," $urls }}
{{- end -}}
{{- end -}}

{{/* One variable from the Secret. Takes a list: the root, the name, whether it is required. */}}
{{- define "dragoman.secretEnv" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $isRequired := index . 2 -}}
{{- if include "dragoman.secret" $root }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "dragoman.secret" $root }}
      key: {{ $name }}
      {{- if not $isRequired }}
      optional: true
      {{- end }}
{{- end }}
{{- end -}}

{{/* Settings of servers and deliveries */}}
{{- define "dragoman.env" -}}
{{- $isBucket := eq .Values.blobs.type "bucket" -}}
{{- with include "dragoman.url" . }}
- { name: DRAGOMAN_URL, value: {{ quote . }} }
{{- end }}
{{- with .Values.trustedProxies }}
- { name: DRAGOMAN_TRUSTED_PROXIES, value: {{ quote . }} }
{{- end }}
{{- if ne .Values.blobs.type "none" }}
- { name: DRAGOMAN_BLOBS, value: {{ ternary .Values.blobs.url "/blobs" $isBucket | quote }} }
{{- end }}
- { name: DRAGOMAN_DRAIN_SECONDS, value: {{ int .Values.drainSeconds | quote }} }
{{- if $isBucket }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_S3_ACCESS_KEY" true) }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_S3_SECRET_KEY" true) }}
{{- end }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_METRICS_TOKEN" .Values.serviceMonitor.enabled) }}
{{- end -}}

{{/* Settings of servers only */}}
{{- define "dragoman.serverEnv" -}}
{{- $isPostgres := eq .Values.database.type "postgres" -}}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ quote $value }} }
{{- end }}
{{- if $isPostgres }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_DATABASE_URL" true) }}
{{- end }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_SECRET" $isPostgres) }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_SMTP_URL" false) }}
{{- include "dragoman.secretEnv" (list . "DRAGOMAN_SETUP_CODE" false) }}
{{- end -}}

{{/* Metadata of a pod. Takes a dict: root, component. */}}
{{- define "dragoman.podMetadata" -}}
{{- $part := index .root.Values .component -}}
labels:
  {{- include "dragoman.selector" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
  {{- with $part.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $annotations := dict -}}
{{- if and .root.Values.secret.values (not .root.Values.secret.existing) -}}
{{- $annotations = dict "checksum/secret" (toYaml .root.Values.secret.values | sha256sum) -}}
{{- end -}}
{{- with merge $annotations $part.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The common part of the pods of both components. Takes a dict: root, component. */}}
{{- define "dragoman.podSpec" -}}
{{- $root := .root }}{{ $component := .component }}{{ $part := index .root.Values .component -}}
serviceAccountName: {{ include "dragoman.serviceAccount" $root }}
automountServiceAccountToken: false
# Otherwise a Service named dragoman becomes the setting of the port.
enableServiceLinks: false
# Longer than twice DRAGOMAN_DRAIN_SECONDS.
terminationGracePeriodSeconds: {{ add (mul 2 (int $root.Values.drainSeconds)) 20 }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- $labels := merge (dict "app.kubernetes.io/component" $component) (include "dragoman.selector" $root | fromYaml) }}
  {{- range . }}
  - {{- merge (deepCopy .) (dict "labelSelector" (dict "matchLabels" $labels)) | toYaml | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The common part of the containers of both components. Takes a dict: root, component. */}}
{{- define "dragoman.container" -}}
{{- $part := index .root.Values .component -}}
image: {{ include "dragoman.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
ports:
  - { name: http, containerPort: 4400 }
livenessProbe:
  httpGet: { path: /health/live, port: http }
  timeoutSeconds: 5
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
{{- with $part.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.containerSecurityContext | nindent 2 }}
{{- with $part.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
env:
  {{- include "dragoman.env" .root | trim | nindent 2 }}
  {{- if eq .component "server" }}
  {{- with include "dragoman.serverEnv" .root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- with $part.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Takes a dict: root, component, name. */}}
{{- define "dragoman.service" -}}
{{- $service := (index .root.Values .component).service -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}
  labels:
    {{- include "dragoman.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
  {{- with $service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ $service.type }}
  selector:
    {{- include "dragoman.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
  ports:
    - { name: http, port: {{ int $service.port }}, targetPort: http }
{{- end -}}

{{/* Takes a dict: root, component, name. */}}
{{- define "dragoman.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels:
    {{- include "dragoman.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "dragoman.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Takes a dict: root, name, volume (data or blobs of the values). Kept on uninstall: it might be the only copy. */}}
{{- define "dragoman.claim" -}}
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ .name }}
  labels:
    {{- include "dragoman.labels" .root | nindent 4 }}
  annotations:
    helm.sh/resource-policy: keep
spec:
  accessModes:
    {{- toYaml .volume.accessModes | nindent 4 }}
  {{- with .volume.storageClass }}
  storageClassName: {{ . }}
  {{- end }}
  resources:
    requests:
      storage: {{ .volume.size }}
{{- end -}}
