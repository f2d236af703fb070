#include "ui/widgets/picture_texture.hpp"

#include <algorithm>
#include <cstring>

#include <imgui_internal.h>

namespace lanescope::ui::widgets {

PictureTexture::~PictureTexture() {
  // With its context the renderer's textures are gone, too.
  if (context_ == nullptr || ImGui::GetCurrentContext() != context_) return;
  if (data_) ImGui::UnregisterUserTexture(data_.get());
  for (const auto& old : retired_) ImGui::UnregisterUserTexture(old.get());
}

void PictureTexture::retire() {
  if (!data_) return;
  data_->WantDestroyNextFrame = true;  // else the renderer would be asked to make it again
  data_->UnusedFrames = 1;
  data_->SetStatus(data_->TexID == ImTextureID_Invalid ? ImTextureStatus_Destroyed
                                                       : ImTextureStatus_WantDestroy);
  retired_.push_back(std::move(data_));
}

void PictureTexture::sweep() {
  std::erase_if(retired_, [](const std::unique_ptr<ImTextureData>& old) {
    if (old->Status != ImTextureStatus_Destroyed) return false;
    ImGui::UnregisterUserTexture(old.get());
    return true;
  });
}

void PictureTexture::set(std::span<const std::uint32_t> rgba, std::uint32_t width,
                         std::uint32_t height, std::uint64_t key) {
  sweep();
  if (data_ && key == key_) return;
  key_ = key;
  const int columns = static_cast<int>(width);
  const int rows = static_cast<int>(height);
  if (data_ && (data_->Width != columns || data_->Height != rows)) retire();
  if (!data_) {
    context_ = ImGui::GetCurrentContext();
    data_ = std::make_unique<ImTextureData>();
    data_->Create(ImTextureFormat_RGBA32, columns, rows);
    data_->UseColors = true;
    ImGui::RegisterUserTexture(data_.get());
  }
  std::memcpy(data_->GetPixels(), rgba.data(),
              std::min(rgba.size_bytes(), static_cast<std::size_t>(data_->GetSizeInBytes())));
  if (data_->Status != ImTextureStatus_OK) return;  // it is yet to be made, or already to be sent
  data_->UpdateRect = {0, 0, static_cast<unsigned short>(width),
                       static_cast<unsigned short>(height)};
  data_->Updates.resize(0);
  data_->Updates.push_back(data_->UpdateRect);
  data_->SetStatus(ImTextureStatus_WantUpdates);
}

std::uint64_t PictureTexture::name() const {
  const bool there = data_ && data_->Status == ImTextureStatus_OK;
  return there ? static_cast<std::uint64_t>(data_->GetTexID()) : 0;
}

void PictureTexture::draw(ImDrawList& list, ImVec2 min, ImVec2 max) {
  if (!data_) return;
  const ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  const bool larger = max.x - min.x >= kSquares * static_cast<float>(data_->Width);
  const bool squares = larger && io.DrawCallback_SetSamplerNearest != nullptr;
  if (squares) list.AddCallback(io.DrawCallback_SetSamplerNearest, nullptr);
  list.AddImage(data_->GetTexRef(), min, max);
  if (squares) list.AddCallback(io.DrawCallback_SetSamplerLinear, nullptr);
}

}  // namespace lanescope::ui::widgets
